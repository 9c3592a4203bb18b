"""Tables as a whole: described, compared with a design, made what it says."""
