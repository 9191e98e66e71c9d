import { DataApiError } from '../data-api-error.ts'

/**
 * Parses CSV (RFC 4180) with a header line; an unquoted `NULL` is null. Throws PGRST102.
 */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [header, ...lines] = records(text.replace(/^\uFEFF/, ''))
  if (!header) throw new DataApiError('PGRST102', 'The body has no header line')
  const names = header.map(({ value }) => value)
  if (new Set(names).size !== names.length)
    throw new DataApiError('PGRST102', 'A column is named twice in the header line')
  return lines.map((cells) => {
    if (cells.length !== names.length)
      throw new DataApiError('PGRST102', 'All lines must have same number of fields')
    return Object.fromEntries(
      cells.map(({ value, isQuoted }, index) => [
        names[index]!,
        value === 'NULL' && !isQuoted ? null : value,
      ]),
    )
  })
}

interface Cell {
  value: string
  isQuoted: boolean
}

const CELL = /"((?:[^"]|"")*)"|([^",\r\n]*)/y

function records(text: string): Cell[][] {
  const found: Cell[][] = []
  let cells: Cell[] = []
  let at = 0
  while (at < text.length) {
    CELL.lastIndex = at
    const [whole, quoted, bare = ''] = CELL.exec(text)!
    at += whole.length
    cells.push(
      quoted === undefined
        ? { value: bare, isQuoted: false }
        : { value: quoted.replaceAll('""', '"'), isQuoted: true },
    )
    const separator = /^(?:,|\r?\n|$)/.exec(text.slice(at, at + 2))?.[0]
    if (separator === undefined) throw new DataApiError('PGRST102', 'The body is not valid CSV')
    at += separator.length
    if (separator === ',') {
      if (at >= text.length) cells.push({ value: '', isQuoted: false })
      continue
    }
    found.push(cells)
    cells = []
  }
  if (cells.length > 0) found.push(cells)
  return found
}
