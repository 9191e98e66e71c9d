export type DiffLine =
  | { kind: 'same'; left: string; right: string }
  | { kind: 'changed'; left: string | undefined; right: string | undefined }

/** A change that needs more comparisons than this is displayed as a whole instead of line by line. */
const COMPARISONS_MAX = 4_000_000

/** A side-by-side line diff: common lines share a row, other lines face a gap or a changed line. */
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
  if (a.length * b.length > COMPARISONS_MAX) return pairUp(a, b)
  // lengths[i][j]: the length of the longest common subsequence of a[i..] and b[j..].
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
  let [removedFrom, addedFrom] = [0, 0]
  const flush = () => lines.push(...pairUp(a.slice(removedFrom, i), b.slice(addedFrom, j)))
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      flush()
      lines.push(same(a[i]!))
      i += 1
      j += 1
      removedFrom = i
      addedFrom = j
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i += 1
    else j += 1
  }
  i = a.length
  j = b.length
  flush()
  return lines
}

const pairUp = (a: string[], b: string[]): DiffLine[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, row) => ({
    kind: 'changed',
    left: a[row],
    right: b[row],
  }))
