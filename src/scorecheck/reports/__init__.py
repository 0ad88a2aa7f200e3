"""Renderers: only here do findings and standings become words, pages and files."""
