"""`python -m tools.documentation`: write the generated pages again."""

from tools.documentation import write_pages

write_pages()
