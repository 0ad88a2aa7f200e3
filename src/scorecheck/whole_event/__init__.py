"""What several sheets show together: findings, rankings, impact of repairs, and what is published."""
