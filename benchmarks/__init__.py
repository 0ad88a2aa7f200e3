"""What is measured, against what, and the last figures."""
