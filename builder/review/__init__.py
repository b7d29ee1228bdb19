"""Audit sheets for attorneys: what is asked, of whom, on which sheets, and what they said."""
