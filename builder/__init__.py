"""Builds worlds: from a case record to a certified corpus with its answer key."""
