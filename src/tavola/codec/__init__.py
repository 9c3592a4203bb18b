"""Between Python instances and items: compiled encoders and decoders."""
