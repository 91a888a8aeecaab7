def eeny_meeny(pos):
    # Assumes `pos` is a list like [n_1, ..., n_k].
    # For an empty pile, the value is zero.
    if len(pos) == 0:
        return 0
    # For a single-coloured pile, the value is just the
    # number of balls.
    if len(pos) == 1:
        return pos[0]
    # Get the value at the top of the pile
    n_k = pos[-1]
    # Work out if the eeny-meeny condition is met
    condition_met = False
    state = "eeny"
    i = len(pos) - 1
    while i >= 1 and not condition_met:
        n = pos[i]
        n_next = pos[i-1]
        if state == "eeny":
            if n < n_next: # n is eeny compared to n_next
                condition_met = True
            elif i == 1 and n <= n_next: # special case for eeny end
                condition_met = True
            elif n == n_next: # Keep going if equal
                pass
            elif n > n_next: # meeny when its supposed to be eeny
                break
        if state == "meeny":
            if n > n_next: # n is meeny compared to n_next
                condition_met = True
            elif n == n_next: # Keep going if equal
                pass
            elif n < n_next: # eeny when its supposed to be meeny
                break
        state = "eeny" if state == "meeny" else "meeny" # Flip the state
        i -= 1
    if condition_met:
        return n_k - 1
    else:
        return n_k


# What follows is not from the paper: it prints program.csv.
if __name__ == "__main__":
    from itertools import product
    print("pile,value")
    for k in range(5):
        for pos in product(range(1, 6), repeat=k):
            print('"({})",{}'.format(",".join(map(str, pos)), eeny_meeny(list(pos))))
