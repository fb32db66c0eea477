"""What games add up to over time."""
