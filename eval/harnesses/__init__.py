"""Agent loops for the investigation turn."""
