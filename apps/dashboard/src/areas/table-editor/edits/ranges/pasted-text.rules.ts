/** A pasted cell; undefined for an empty one, which spreadsheets do not tell from NULL. */
export type PastedCell = string | undefined

/**
 * The cells of a text as spreadsheets put it on the clipboard: tabs between cells, line breaks between rows, and quotes
 * around cells that have these in them. A quoted empty cell is an empty text.
 */
export function pastedCells(text: string): PastedCell[][] {
  const rows: PastedCell[][] = []
  let row: PastedCell[] = []
  let at = 0
  const endRow = () => {
    rows.push(row)
    row = []
  }
  while (at <= text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : bareCell(text, at)
    row.push(cell)
    at = end
    if (at >= text.length) break
    if (text[at] === '\t') at += 1
    else {
      at += text.startsWith('\r\n', at) ? 2 : 1
      endRow()
      // The last line break ends the last row.
      if (at === text.length) return rows
    }
  }
  endRow()
  return rows
}

const END_OF_CELL = /[\t\r\n]|$/g

function bareCell(text: string, start: number) {
  const end = endFrom(text, start)
  const cell = text.slice(start, end)
  return { cell: cell === '' ? undefined : cell, end }
}

function endFrom(text: string, start: number) {
  END_OF_CELL.lastIndex = start
  return END_OF_CELL.exec(text)!.index
}

const QUOTED = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y

/** A cell that begins with a quote but does not end with one is not quoted. */
function quotedCell(text: string, start: number) {
  QUOTED.lastIndex = start
  const [whole, inner] = QUOTED.exec(text) ?? []
  if (whole === undefined) return bareCell(text, start)
  return { cell: inner!.replaceAll('""', '"'), end: start + whole.length }
}
