"""Reading court papers: pages, statements of facts, responses, opinions, dockets."""
