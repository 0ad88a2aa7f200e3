"""The nouns: frozen records that the steps hand to each other. Imports nothing of ours."""
