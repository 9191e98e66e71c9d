/** The formats of a result; `spreadsheet` is CSV in which no value can act as a formula. */
export const resultFormats = ['csv', 'spreadsheet', 'tsv', 'json', 'markdown', 'sql'] as const
export type ResultFormat = (typeof resultFormats)[number]

/** The formats of a file of rows; `jsonl` is one JSON object per line. */
export type FileFormat = Exclude<ResultFormat, 'tsv' | 'markdown'> | 'jsonl'

/** The file name extension of each format. */
export const fileExtension = (format: ResultFormat | FileFormat) =>
  format === 'spreadsheet' ? 'csv' : format
