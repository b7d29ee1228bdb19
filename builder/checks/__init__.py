"""The mechanical checks behind the certificate, on the text extracted from rendered files."""
