"""The documentation as a site: ``python -m website.build``."""
