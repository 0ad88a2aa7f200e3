"""The records that the steps pass to each other: frozen, and without imports of ours."""
