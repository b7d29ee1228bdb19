"""Worlds written by hand: Markdown documents and one key file."""
