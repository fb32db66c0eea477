"""This deployment: settings, addresses, and how its processes start."""
