import { CsvReader } from './csv-reader.ts'
import { isBad } from './record.ts'

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** How a file is read. */
export type FileLayout =
  | { readonly kind: 'csv'; readonly delimiter: string; readonly lineEnd: '\n' | '\r' }
  | { readonly kind: 'jsonl' }
  | { readonly kind: 'json' }

/** The layout of a file by its beginning. */
export function detectLayout(sample: string, isWhole = true): FileLayout {
  const begin = sample.trimStart()
  if (begin.startsWith('[') && /^\[\s*(?:[{\]]|$)/.test(begin)) return { kind: 'json' }
  if (begin.startsWith('{') && /^\{\s*(?:"|\}|$)/.test(begin)) {
    const [first = ''] = begin.split('\n')
    const isCut = !isWhole && first === begin
    return isCut || isJson(first) ? { kind: 'jsonl' } : { kind: 'json' }
  }
  const lineEnd = !sample.includes('\n') && sample.includes('\r') ? '\r' : '\n'
  return { kind: 'csv', delimiter: detectDelimiter(sample, lineEnd), lineEnd }
}

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The delimiter that splits most rows alike, into most values. */
function detectDelimiter(sample: string, lineEnd: '\n' | '\r'): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 }
  for (const delimiter of delimiters) {
    const reader = new CsvReader({ delimiter, lineEnd, nulls: { empty: 'bare', text: '' } })
    const records = reader.push(sample)
    // A sample without a line end is one row.
    if (records.length === 0) records.push(...reader.end())
    const [first] = records
    if (!first || isBad(first) || first.values.length === 1) continue
    const alike = records.filter((record) => !isBad(record)).length / records.length
    const score = alike * alike * Math.log2(first.values.length + 1)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** Does the first row have names of columns? Names are texts that are all there, all different, and no numbers. */
export function hasHeader(rows: readonly (readonly (string | null)[])[]): boolean {
  const [first, ...others] = rows
  if (!first || first.some((value) => value === null || value.trim() === '' || isData(value))) return false
  if (new Set(first).size < first.length) return false
  return others.length > 0 || first.every((value) => value !== null && /^[\p{L}_]/u.test(value))
}

const isData = (value: string) =>
  /^[-+]?[\d.,]+(?:e[-+]?\d+)?$|^\d{4}-\d\d-\d\d|^(?:true|false)$/i.test(value.trim())
