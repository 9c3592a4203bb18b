"""Calls as frozen data whose steps yield requests and return decoded results. No I/O."""
