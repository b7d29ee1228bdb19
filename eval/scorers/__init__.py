"""Scores of a sample."""
