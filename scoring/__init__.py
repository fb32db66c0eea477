"""What games add up to: statistics, import and export, jobs and score sheets."""
