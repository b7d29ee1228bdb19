"""The evaluation: two turns, four hypotheses, scores, analysis."""
