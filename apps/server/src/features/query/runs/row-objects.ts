import type { ResultField, ResultRow } from '@basalt/contract/query/query.schema.ts'
import { jsonWriter } from '@basalt/sql/json-value.ts'
import { uniqueKeys } from '@basalt/sql/unique-keys.ts'

/** Writes rows as JSON objects, without allocating the objects. */
export function rowObjectWriter(fields: ResultField[]): (row: ResultRow) => string {
  const columns = uniqueKeys(fields.map((field) => field.name)).map((key, index) => ({
    start: `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`,
    write: jsonWriter(fields[index]!.type),
  }))
  return (row) => {
    let text = columns.length === 0 ? '{' : ''
    for (const [index, { start, write }] of columns.entries()) {
      const value = row[index] ?? null
      text += start + (value === null ? 'null' : write(value))
    }
    return `${text}}`
  }
}
