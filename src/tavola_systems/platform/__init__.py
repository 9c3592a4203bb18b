"""What all systems stand on: access, mail, answers, pages, running. Its README tells how."""
