"""What all sheets say together: findings across them, rankings, what matters, and what is published."""
