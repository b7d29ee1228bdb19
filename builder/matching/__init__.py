"""Finding words, dates and blocks in text as the certificate finds them; writers use the same eyes."""
