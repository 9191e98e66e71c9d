/**
 * A file of events. Its name says what it holds: the numbers of the files it was made from, and for Parquet the times of its
 * first and last event. So a listing of the folder is its catalog, and renaming one file replaces several at once.
 */
export interface Segment {
  readonly name: string
  readonly format: 'ndjson' | 'parquet'
  /** The first and last number of the files it replaces; the same for ndjson. */
  readonly first: number
  readonly last: number
  /** Times in milliseconds; unknown bounds are as wide as possible. */
  readonly from: number
  readonly to: number
  /** Of a file that grows: how much of it is whole. */
  readonly bytes?: number
}

export const ndjsonName = (number: number) => `${number}.ndjson`
export const parquetName = ({ first, last, from, to }: Omit<Segment, 'name' | 'format'>) =>
  `${first}-${last}.${from}-${to}.parquet`

function parseName(name: string): Segment | undefined {
  const ndjson = /^(\d+)\.ndjson$/.exec(name)
  if (ndjson) {
    const number = Number(ndjson[1])
    return { name, format: 'ndjson', first: number, last: number, from: 0, to: Number.MAX_SAFE_INTEGER }
  }
  const parquet = /^(\d+)-(\d+)\.(\d+)-(\d+)\.parquet$/.exec(name)
  if (!parquet) return undefined
  const [first, last, from, to] = parquet.slice(1).map(Number) as [number, number, number, number]
  return { name, format: 'parquet', first, last, from, to }
}

/**
 * Which files of a folder hold its events, in the order of their numbers, and which a crash left behind: those that another
 * file replaces, and unfinished ones. Files that this program did not write are neither.
 */
export function readCatalog(names: readonly string[]): { live: Segment[]; obsolete: string[] } {
  const segments = names.flatMap((name) => parseName(name) ?? [])
  const parquet = segments.filter(({ format }) => format === 'parquet')
  const isReplaced = (one: Segment) =>
    parquet.some(
      (other) =>
        other.first <= one.first &&
        other.last >= one.last &&
        (other.last - other.first > one.last - one.first || (one.format === 'ndjson' && other !== one)),
    )
  return {
    live: segments.filter((one) => !isReplaced(one)).sort((a, b) => a.first - b.first),
    obsolete: [
      ...segments.filter(isReplaced).map(({ name }) => name),
      ...names.filter((name) => name.endsWith(UNFINISHED)),
    ],
  }
}

export const UNFINISHED = '.unfinished'
