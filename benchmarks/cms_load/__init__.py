"""The parts of `python -m benchmarks cms`: servers to be measured, and readers who ask them."""
