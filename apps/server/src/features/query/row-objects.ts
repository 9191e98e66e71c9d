import type { ResultField, ResultRow } from '@basalt/contract/query/query.schema.ts'
import { jsonWriter } from './json-value.ts'

/**
 * Names for the columns as keys of an object: a repeated name gets `_1`, `_2` … behind it, skipping what another
 * column is called.
 */
export function uniqueKeys(names: string[]): string[] {
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((name) => {
    if (!seen.has(name)) {
      seen.add(name)
      return name
    }
    let number = 1
    while (taken.has(`${name}_${number}`)) number += 1
    taken.add(`${name}_${number}`)
    return `${name}_${number}`
  })
}

/** Writes rows as the texts of JSON objects, without making the objects. */
export function rowObjectWriter(fields: ResultField[]): (row: ResultRow) => string {
  const columns = uniqueKeys(fields.map((field) => field.name)).map((key, index) => ({
    start: `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`,
    write: jsonWriter(fields[index]!),
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
