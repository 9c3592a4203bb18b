"""DynamoDB's numbers: their canonical text, exact sums, and bytes that sort as they do."""

from __future__ import annotations

import re
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, InvalidOperation
from typing import Final

from tavola.errors import ValidationFailed
from tavola.values.refusals import ValueRefused

__all__ = [
    "MAX_NUMBER_DIGITS",
    "add_numbers",
    "canonical_number",
    "number_from_sort_key",
    "number_hash_bytes",
    "number_sort_key",
    "subtract_numbers",
]

# DynamoDB: 38 digits of precision, magnitudes from 1E-130 to 9.99…E+125.
# Developer guide, HowItWorks.NamingRulesDataTypes.
MAX_NUMBER_DIGITS: Final = 38
_MAX_EXPONENT: Final = 125
_MIN_EXPONENT: Final = -130

# DynamoDB: an exponent is read as a 64-bit integer; older checks read one of 32 bits.
_MAX_WRITTEN: Final = 2**63 - 1
_MAX_WRITTEN_OLDER: Final = 2**31 - 1

_OVERFLOW: Final = (
    "Number overflow. Attempting to store a number with magnitude larger than supported range"
)
_UNDERFLOW: Final = (
    "Number underflow. Attempting to store a number with magnitude smaller than supported range"
)
_NOT_NUMERIC: Final = "The parameter cannot be converted to a numeric value"

_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_PLAIN: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,18})(?:\.[0-9]{0,17}[1-9])?")
# The widest exact sum spans 1E-130 to 9.99E+125, which is 256 digits.
_EXACT: Final = Context(prec=300, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[InvalidOperation])

_ZERO_KEY: Final = b"\x80"
_POSITIVE: Final = b"\xc0"
_NEGATIVE: Final = b"\x40"
_EXPONENT_BIAS: Final = 129
_NINES_COMPLEMENT: Final = str.maketrans("0123456789", "9876543210")
_END_OF_NEGATIVE: Final = b"\xff"

_HASHED_BIAS: Final = 192
# By two decimal digits in one byte; anything else never occurs.
_HASHED_PAIRS: Final = bytes(((byte >> 4) * 10 + (byte & 15)) % 100 + 1 for byte in range(256))
_HASHED_MIRRORED: Final = bytes(102 - pair for pair in _HASHED_PAIRS)
_HASHED_END: Final = b"\x66"
_HASHED_LONGEST: Final = 20


def canonical_number(text: str) -> str:
    """Return a number's text as DynamoDB gives it back: no exponent, no superfluous zeros."""
    if _is_short_digits(text):
        return text
    if _PLAIN.fullmatch(text) and text != "-0":
        return text
    return _plain_text(*_parts(text))


def _is_short_digits(text: str) -> bool:
    return (
        text.isdigit()
        and text.isascii()
        and len(text) <= MAX_NUMBER_DIGITS
        and (text[0] != "0" or len(text) == 1)
    )


def _parts(text: str) -> tuple[str, str, int]:
    """Split a number into sign, significant digits and the exponent of the first digit."""
    if not text:
        raise ValueRefused(f"{_NOT_NUMERIC}: ", _NOT_NUMERIC)
    if not _NUMBER.fullmatch(text):
        raise ValueRefused(f"{_NOT_NUMERIC}: {text}")
    mantissa, _, exponent_text = text.lower().partition("e")
    if len(exponent_text) > len("+9223372036854775807"):
        raise ValueRefused(f"{_NOT_NUMERIC}: {text}")
    written = int(exponent_text or "0")
    if abs(written) > _MAX_WRITTEN:
        raise ValueRefused(f"{_NOT_NUMERIC}: {text}")
    whole, _, fraction = mantissa.lstrip("+-").partition(".")
    digits = (whole + fraction).lstrip("0")
    if not digits:
        # DynamoDB: zero must fit with the exponent that it is written with.
        _check_range(text, "", written - len(fraction))
        return "", "", 0
    exponent = written + len(digits) - 1 - len(fraction)
    digits = digits.rstrip("0")
    _check_range(text, digits, exponent)
    return ("-" if text[0] == "-" else ""), digits, exponent


def _check_range(text: str, digits: str, exponent: int) -> None:
    if len(digits) > MAX_NUMBER_DIGITS:
        raise ValueRefused("Attempting to store more than 38 significant digits in a Number")
    if exponent > _MAX_EXPONENT:
        raise ValueRefused(_OVERFLOW, _older(text, exponent, _OVERFLOW))
    if exponent < _MIN_EXPONENT:
        raise ValueRefused(_UNDERFLOW, _older(text, exponent, _UNDERFLOW))


def _older(text: str, exponent: int, message: str) -> str:
    """Word an exponent out of range as checks do that read 32 bits of it."""
    if abs(exponent) > _MAX_WRITTEN_OLDER:
        return f"{_NOT_NUMERIC}: {text}"
    # DynamoDB: the largest exponent, plus one digit, is a negative number in 32 bits.
    return _UNDERFLOW if exponent == _MAX_WRITTEN_OLDER else message


def _plain_text(sign: str, digits: str, exponent: int) -> str:
    if not digits:
        return "0"
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
    if exponent >= len(digits) - 1:
        return sign + digits + "0" * (exponent + 1 - len(digits))
    return f"{sign}{digits[: exponent + 1]}.{digits[exponent + 1 :]}"


def add_numbers(left: str, right: str) -> str:
    """Add two canonical numbers exactly, or refuse what DynamoDB cannot hold."""
    if len(left) < MAX_NUMBER_DIGITS > len(right) and "." not in left and "." not in right:
        return str(int(left) + int(right))
    total = _EXACT.add(Decimal(left), Decimal(right)).normalize(_EXACT)
    # DynamoDB: a sum that needs more than 38 digits is called an overflow, too.
    if len(total.as_tuple().digits) > MAX_NUMBER_DIGITS:
        raise ValidationFailed(_OVERFLOW)
    return canonical_number(str(total))


def subtract_numbers(left: str, right: str) -> str:
    """Subtract two canonical numbers exactly, or refuse what DynamoDB cannot hold."""
    return add_numbers(left, right[1:] if right[0] == "-" else "-" + right)


def number_sort_key(number: str) -> bytes:
    """Encode a canonical number so that bytes compare as the numbers do."""
    if number.isdigit():
        if number == "0":
            return _ZERO_KEY
        digits = number.rstrip("0")
        exponent = len(number)
    else:
        whole, _, fraction = number.lstrip("-").partition(".")
        digits = (whole + fraction).strip("0")
        is_small = whole == "0"
        exponent = len(fraction.lstrip("0")) - len(fraction) if is_small else len(whole)
        if number[0] == "-":
            return _negative_key(digits, exponent)
    if len(digits) % 2:
        digits += "0"
    return _POSITIVE + bytes((exponent + _EXPONENT_BIAS,)) + bytes.fromhex(digits)


def _negative_key(digits: str, exponent: int) -> bytes:
    padded = digits + "0" if len(digits) % 2 else digits
    mirrored = bytes.fromhex(padded.translate(_NINES_COMPLEMENT))
    return _NEGATIVE + bytes((255 - exponent - _EXPONENT_BIAS,)) + mirrored + _END_OF_NEGATIVE


def number_from_sort_key(key: bytes) -> str:
    """Decode what `number_sort_key` encoded."""
    if key == _ZERO_KEY:
        return "0"
    if key[:1] == _POSITIVE:
        exponent = key[1] - _EXPONENT_BIAS - 1
        return _plain_text("", key[2:].hex().rstrip("0"), exponent)
    exponent = 255 - key[1] - _EXPONENT_BIAS - 1
    digits = key[2:-1].hex().translate(_NINES_COMPLEMENT).rstrip("0")
    return _plain_text("-", digits, exponent)


def number_hash_bytes(key: bytes) -> bytes:
    """Turn what `number_sort_key` encoded into the bytes that DynamoDB hashes.

    # DynamoDB: an exponent of 100, then a byte for each two digits, plus one; of negatives both are
    # complemented, and 102 ends them if there is room. The orders and segments of number keys in
    # dynalite's tests, which its authors run against AWS, come out with it.
    """
    if key == _ZERO_KEY:
        return key
    is_positive = key[:1] == _POSITIVE
    exponent = (key[1] if is_positive else 255 - key[1]) - _EXPONENT_BIAS
    written = key[2:].hex() if is_positive else key[2:-1].hex().translate(_NINES_COMPLEMENT)
    digits = "0" * (exponent % 2) + written.rstrip("0")
    packed = bytes.fromhex(digits + "0" * (len(digits) % 2))
    head = (exponent + 1) // 2 + _HASHED_BIAS
    if is_positive:
        return bytes((head,)) + packed.translate(_HASHED_PAIRS)
    end = _HASHED_END if len(packed) < _HASHED_LONGEST else b""
    return bytes((255 - head,)) + packed.translate(_HASHED_MIRRORED) + end
