"""Who is asking and what they may do: accounts, passwords, sessions, tokens, links, rules."""
