/** Merges sorted runs into one sorted sequence, with a binary heap of the runs' next entries. */
export function* mergeRuns<Entry>(
  runs: readonly Iterator<Entry>[],
  compare: (one: Entry, other: Entry) => number,
): Generator<Entry> {
  const heap: { entry: Entry; run: Iterator<Entry> }[] = []
  const isBefore = (one: number, other: number) => compare(heap[one]!.entry, heap[other]!.entry) < 0

  const sink = (from: number) => {
    for (let place = from; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2]
      let first = place
      if (left < heap.length && isBefore(left, first)) first = left
      if (right < heap.length && isBefore(right, first)) first = right
      if (first === place) return
      ;[heap[place], heap[first]] = [heap[first]!, heap[place]!]
      place = first
    }
  }

  for (const run of runs) {
    const { value, done } = run.next()
    if (!done) heap.push({ entry: value, run })
  }
  for (let place = (heap.length >> 1) - 1; place >= 0; place -= 1) sink(place)
  while (heap.length > 0) {
    const { entry, run } = heap[0]!
    yield entry
    const { value, done } = run.next()
    const last = heap.length - 1
    if (!done) heap[0] = { entry: value, run }
    else if (last > 0) heap[0] = heap[last]!
    if (done) heap.pop()
    sink(0)
  }
}
