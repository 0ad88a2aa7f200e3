"""One renderer a format. Only here findings and standings become words, pages and files."""
