"""Worlds written by hand: a key and Markdown documents, read into the records of the pipeline."""
