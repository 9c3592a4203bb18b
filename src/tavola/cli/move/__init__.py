"""What the commands that move a table's items share: both ends, a journal, threads, a progress bar.

    dump     table → files
    load     files → table
    copy     table → table, and the comparison of both

Every command goes on after a kill. Its journal (`journal.py`) says what is certainly done and
nothing more; what was done beyond it is done again, and is harmless: a put of the same item, or a
file that is first cut to the length that the journal knows.
"""
