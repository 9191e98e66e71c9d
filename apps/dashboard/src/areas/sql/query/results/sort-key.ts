import { valueOrder } from '@basalt/sql/rows/value-order.ts'

/** Says which of two rows comes first: below 0 the first. */
export type CompareRows = (a: number, b: number) => number

interface Values {
  readonly length: number
  at(row: number): string | null | undefined
}

/** Orders rows by one column. Each value is read once, before the first comparison. */
export function comparison(
  { type }: { readonly type: string },
  values: Values,
  rows: Uint32Array,
  direction: 'asc' | 'desc',
): CompareRows {
  const { measure, compare } = valueOrder(type, direction)
  const texts = new Array<string | null>(values.length)
  const measures = new Float64Array(measure ? values.length : 0)
  for (const row of rows) {
    const text = values.at(row) ?? null
    texts[row] = text
    if (measure && text !== null) measures[row] = measure(text)
  }
  return (a, b) => compare(texts[a] ?? null, texts[b] ?? null, measures[a] ?? 0, measures[b] ?? 0)
}
