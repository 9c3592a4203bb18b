"""What the commands that look at items and change them share: a design's table and its words."""
