export type DiffLine =
  | { kind: 'same'; left: string; right: string }
  | { kind: 'changed'; left: string | undefined; right: string | undefined }

/** Beyond this many comparisons a change is shown as one piece instead of being looked at line by line. */
const COMPARISONS_MAX = 4_000_000

/** Two texts line by line, side by side: what both have stands in one row, what only one has beside a gap. */
export function lineDiff(left: string, right: string): DiffLine[] {
  const [a, b] = [left.split('\n'), right.split('\n')]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return [
    ...a.slice(0, start).map(same),
    ...changes(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ]
}

const same = (line: string): DiffLine => ({ kind: 'same', left: line, right: line })

function changes(a: string[], b: string[]): DiffLine[] {
  if (a.length * b.length > COMPARISONS_MAX) return beside(a, b)
  // lengths[i][j]: how many lines the longest common sequence from i and j on has.
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  let [goneFrom, cameFrom] = [0, 0]
  const flush = () => lines.push(...beside(a.slice(goneFrom, i), b.slice(cameFrom, j)))
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      flush()
      lines.push(same(a[i]!))
      i += 1
      j += 1
      goneFrom = i
      cameFrom = j
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i += 1
    else j += 1
  }
  i = a.length
  j = b.length
  flush()
  return lines
}

const beside = (a: string[], b: string[]): DiffLine[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, row) => ({
    kind: 'changed',
    left: a[row],
    right: b[row],
  }))
