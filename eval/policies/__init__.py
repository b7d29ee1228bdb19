"""Model-free policies: floor and ceiling."""
