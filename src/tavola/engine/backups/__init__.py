"""On-demand backups: made, kept and restored in the file itself."""
