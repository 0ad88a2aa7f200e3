"""The backgammon chouette: the MCC extra rule and the Norwegian couette rules."""
