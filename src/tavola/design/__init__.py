"""The YAML grammar, the immutable schema it compiles to, and its checks."""
