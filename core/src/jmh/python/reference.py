"""The same numbers by numpy: prints the least time in milliseconds. Usage: reference.py NAME"""
import sys
import time

import numpy as np

RANDOM = np.random.default_rng(1)
RATE = 1 / 0.6


def classes(n, m=10):
    p = RANDOM.dirichlet([0.5] * m, n)
    y = np.minimum((RANDOM.random(n)[:, None] > p.cumsum(1)).sum(1), m - 1)
    return p, y


def residuals(p, y):
    r = -p
    r[np.arange(len(p)), y] += 1
    return r


def full_skce(p, y, block=500):
    """Blocks of rows; distances and inner products by matrix products."""
    n = len(p)
    r = residuals(p, y)
    squares = (p * p).sum(1)
    total = 0.0
    for i in range(0, n, block):
        k = squares[i:i + block, None] + squares - 2 * p[i:i + block] @ p.T
        np.maximum(k, 0, out=k)
        np.sqrt(k, out=k)
        k *= -RATE
        np.exp(k, out=k)
        k *= r[i:i + block] @ r.T
        total += k.sum()
    return (total - (r * r).sum()) / (n * (n - 1))


def block_two(p, y):
    """Sums of h, its square and its variance under the null."""
    r = residuals(p, y)
    a, b = p[::2], p[1::2]
    k = np.exp(-RATE * np.sqrt(((a - b) ** 2).sum(1)))
    h = k * (r[::2] * r[1::2]).sum(1)
    product = a * b
    inner = product.sum(1)
    variance = (product * (1 - a - b)).sum(1) + inner * inner
    return h.sum(), (h * h).sum(), (k * k * variance).sum()


def cme(p, y, locations, labels, null):
    """Sums of the features and their products, and if asked their covariance under the null."""
    squares = (p * p).sum(1)[:, None] + (locations * locations).sum(1) - 2 * p @ locations.T
    k = np.exp(-RATE * np.sqrt(np.maximum(squares, 0)))
    expected = p[:, labels]
    zeta = k * ((y[:, None] == labels) - expected)
    scaled = k * expected
    sums = [zeta.sum(0), zeta.T @ zeta]
    if null:
        sums.append((labels[:, None] == labels) * (scaled.T @ k) - scaled.T @ scaled)
    return sums


def wild_bootstrap(n=1024, d=10, replicates=1000):
    """H of normals N(c 1, 0.01 I) under Gaussian kernels, and quadratic forms of random signs."""
    mean = np.repeat(RANDOM.random((n, 1)), d, 1)
    y = mean + 0.1 * RANDOM.standard_normal((n, d))
    signs = RANDOM.choice([-1.0, 1.0], (replicates, n))

    def kernel(a, b, variance):
        squares = (a * a).sum(1)[:, None] + (b * b).sum(1) - 2 * a @ b.T
        return np.exp(-squares / (2 * (1 + variance))) / (1 + variance) ** (d / 2)

    squares = (mean * mean).sum(1)[:, None] + (mean * mean).sum(1) - 2 * mean @ mean.T
    single = kernel(mean, y, 0.01)
    h = kernel(y, y, 0) - single - single.T + kernel(mean, mean, 0.02)
    h *= np.exp(-np.sqrt(np.maximum(squares, 0)))
    np.fill_diagonal(h, 0)
    return ((signs @ h) * signs).sum(1), h.sum()


def work(name):
    if name == "wildBootstrap":
        return wild_bootstrap
    if name == "wholeSketch":
        sys.exit("numpy has no such sketch")
    p, y = classes(10_000 if name == "fullSkce" else 1_000_000)
    if name == "fullSkce":
        return lambda: full_skce(p, y)
    if name == "blockTwo":
        return lambda: block_two(p, y)
    locations, labels = classes(32)
    pieces = [(p[i:i + 10_000], y[i:i + 10_000]) for i in range(0, len(p), 10_000)]
    return lambda: [cme(*piece, locations, labels, name == "cmeMoments") for piece in pieces]


if __name__ == "__main__":
    run = work(sys.argv[1])
    least = float("inf")
    for _ in range(7):
        start = time.perf_counter()
        run()
        least = min(least, time.perf_counter() - start)
    print(1000 * least)
