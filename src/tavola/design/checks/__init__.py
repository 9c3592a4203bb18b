"""What is found out about a whole design: mistakes, advice, costs, and who shares a range."""
