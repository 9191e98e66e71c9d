import type { TableExportFormat } from '@basalt/contract/table-transfer/table-transfer.rules.ts'

const NEW_LINE = 0x0a
/** Within quotes, a line break belongs to a value. JSON escapes it. */
const QUOTES: Readonly<Record<TableExportFormat, number | undefined>> = {
  csv: 0x22,
  spreadsheet: 0x22,
  sql: 0x27,
  json: undefined,
  jsonl: undefined,
}

/** Lines of a file that are no rows: the header of CSV, the first bracket of JSON. */
const HEAD_LINES: Readonly<Record<TableExportFormat, number>> = {
  csv: 1,
  spreadsheet: 1,
  sql: 0,
  json: 1,
  jsonl: 0,
}

/** Counts the rows of a file while it arrives. Returns how many have arrived so far. */
export function rowCounter(format: TableExportFormat): (bytes: Uint8Array) => number {
  const quote = QUOTES[format]
  let isQuoted = false
  let lines = 0
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === quote) isQuoted = !isQuoted
      else if (byte === NEW_LINE && !isQuoted) lines += 1
    }
    return Math.max(0, lines - HEAD_LINES[format])
  }
}
