"""What every Python peer shares: timing, and the one JSON line it ends with."""

import json
import statistics
import time


def timed(repeats, work):
    """Runs work() as often as asked; returns every time in seconds and the last result."""
    seconds = []
    result = None
    for _ in range(repeats):
        start = time.perf_counter()
        result = work()
        seconds.append(time.perf_counter() - start)
    return seconds, result


def answer(version, timings):
    """timings: task -> (seconds, checksum)."""
    tasks = {
        task: {
            "seconds": seconds,
            "best": min(seconds),
            "median": statistics.median(seconds),
            "checksum": float(checksum),
        }
        for task, (seconds, checksum) in timings.items()
    }
    print(json.dumps({"version": version, "tasks": tasks}))
