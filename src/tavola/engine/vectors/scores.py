"""The score of one vector for a query, as DynamoDB reports it.

# DynamoDB: numbers of 32 bits, summed with more, and a score that stays in the range of 32 bits.
# API reference, SearchVectors; captures of AWS's answers, August 2026.
"""

from __future__ import annotations

from array import array
from math import sqrt
from operator import mul, sub
from typing import Final

__all__ = ["rank", "score"]

_MOST: Final = 3.4028234663852886e38


def score(distance: str, query: array[float], vector: array[float]) -> float:
    """Work out a score."""
    if distance == "EUCLIDEAN":
        exact = sqrt(sum(each * each for each in map(sub, query, vector)))
    elif distance == "DOT_PRODUCT":
        exact = sum(map(mul, query, vector))
    else:
        exact = _cosine(query, vector)
    return max(-_MOST, min(_MOST, exact))


def rank(distance: str, value: float) -> float:
    """Order scores: less is nearer."""
    return -value if distance == "DOT_PRODUCT" else value


def _cosine(query: array[float], vector: array[float]) -> float:
    if query == vector and any(query):
        return 0.0
    lengths: float = sqrt(sum(map(mul, query, query))) * sqrt(sum(map(mul, vector, vector)))
    if not lengths:
        # DynamoDB: a vector without length is as far from all others as a right angle.
        return 1.0
    product: float = sum(map(mul, query, vector))
    return max(0.0, min(2.0, 1.0 - product / lengths))
