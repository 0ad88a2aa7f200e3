"""The page that needs nothing installed: its front end, and what builds it (``python -m page.build``)."""
