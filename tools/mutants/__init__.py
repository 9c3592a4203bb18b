"""Changes a random sample of lines, one at a time, and lists what no test notices.

make mutants                              # a hundred changes, at most half an hour
make mutants MUTANTS="--seed 7 --sample 20 --only src/tavola/keys"
"""
