"""Reading and writing items: keys, ranges, pages, writes, transactions, consumed capacity."""
