"""Finding words, dates and blocks in text: writers and the certificate see with the same eyes."""
