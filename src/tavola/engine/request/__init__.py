"""What may stand in a request, and how one that is wrong is refused; knows no action by name."""
