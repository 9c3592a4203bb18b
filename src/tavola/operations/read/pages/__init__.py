"""What every read in pages needs: cursors, how much to ask for, items that stay bytes."""
