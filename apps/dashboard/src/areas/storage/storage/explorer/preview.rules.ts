import { bareMimeType } from '@basalt/contract/storage/limits.rules.ts'
import { formatBytes } from '../../../../lib/bytes.ts'

const MB = 1024 ** 2
/** Larger files have no preview. */
export const PREVIEW_MAX_BYTES = 10 * MB
/** Longer texts have no preview: rendering them would block the page. */
export const TEXT_PREVIEW_MAX_BYTES = MB
export const CSV_PREVIEW_ROWS = 100

export type PreviewKind = 'image' | 'audio' | 'video' | 'pdf' | 'markdown' | 'csv' | 'json' | 'text' | 'none'

const texts = /^(?:text\/|application\/(?:sql|toml|yaml|xml|javascript|typescript|x-sh|x-ndjson))/

/** The kind of preview for a MIME type. */
export function previewKindOf(mimeType: string | null): PreviewKind {
  const type = bareMimeType(mimeType ?? '')
  for (const kind of ['image', 'audio', 'video'] as const) if (type.startsWith(`${kind}/`)) return kind
  if (type === 'application/pdf') return 'pdf'
  if (type === 'text/markdown') return 'markdown'
  if (type === 'text/csv') return 'csv'
  if (type === 'application/json' || type.endsWith('+json')) return 'json'
  return texts.test(type) ? 'text' : 'none'
}

export const isTextual = (kind: PreviewKind) => ['markdown', 'csv', 'json', 'text'].includes(kind)

/** Whether a file is too large for a preview; also true when its size is unknown. */
export const isTooLarge = (kind: PreviewKind, size: number | null) =>
  size === null || size > (isTextual(kind) ? TEXT_PREVIEW_MAX_BYTES : PREVIEW_MAX_BYTES)

/** How many files would be deleted with a folder, as a sentence. */
export function contentSummary({ files, bytes, isMore }: { files: number; bytes: number; isMore: boolean }) {
  if (files === 0) return 'There are no files in it.'
  const count = `${isMore ? 'More than ' : ''}${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}`
  return `${count} (${isMore ? 'more than ' : ''}${formatBytes(bytes)}) will be deleted.`
}

/** Whether all non-empty cells of a column are numbers, which are right-aligned. */
export const isNumeric = (cells: readonly string[]) => {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return filled.length > 0 && filled.every((cell) => /^\s*[-+]?[\d.,]*\d(?:e[-+]?\d+)?\s*%?$/i.test(cell))
}

/** Formats JSON; any other text is returned unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

/** The first rows of a CSV file. Quoted cells may contain commas, quotes and line breaks. */
export function csvRows(text: string, limit = CSV_PREVIEW_ROWS): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    if (rows.length === limit || end === '') break
  }
  return rows
}
