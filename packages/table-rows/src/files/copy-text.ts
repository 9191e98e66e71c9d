import { unstorableText } from '../statement.ts'
import { type BadRecord, beginningOf, type FileRecord } from './record.ts'

/** What a column of the target gets: a column of the file, by its place, or one text for all rows. */
export type ColumnSource = { readonly from: number } | { readonly constant: string | null }

export interface CopiedColumn {
  readonly name: string
  readonly source: ColumnSource
}

/** What is written otherwise than it is, or not at all. One look at a value, of which there are millions. */
const UNUSUAL = /[\\\n\r\t\0\ud800-\udfff]/
const SPECIAL = /[\\\n\r\t]/
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const UNSTORABLE = /[\0\ud800-\udfff]/

const NULL = '\\N'

/**
 * Rows in the text format of COPY, one line each, for a table with these columns. Returns what is wrong with a row that
 * PostgreSQL could not even receive.
 */
export function copyTextWriter(columns: readonly CopiedColumn[], hasLineNumbers: boolean) {
  const constants = columns.map(({ source }) =>
    'constant' in source ? (source.constant === null ? NULL : escaped(source.constant)) : undefined,
  )
  const places = columns.map(({ source }) => ('from' in source ? source.from : -1))
  return ({ line, values }: FileRecord): string | BadRecord => {
    let text = hasLineNumbers ? `${line}` : ''
    for (let index = 0; index < places.length; index += 1) {
      if (index > 0 || hasLineNumbers) text += '\t'
      const constant = constants[index]
      if (constant !== undefined) {
        text += constant
        continue
      }
      const value = values[places[index]!] ?? null
      if (value === null) text += NULL
      else if (!UNUSUAL.test(value)) text += value
      else {
        const reason = UNSTORABLE.test(value) ? unstorableText(value) : undefined
        if (reason !== undefined)
          return { line, column: columns[index]!.name, value: beginningOf(value), reason }
        text += SPECIAL.test(value) ? escaped(value) : value
      }
    }
    return `${text}\n`
  }
}

const escaped = (value: string) => value.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!)
