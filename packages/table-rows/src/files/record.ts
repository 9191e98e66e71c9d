/** One row of a file: a value for each of its columns, null for NULL. */
export interface FileRecord {
  /** The line it begins on, or its place in a JSON array; the first is 1, and each is greater than the one before. */
  readonly line: number
  readonly values: readonly (string | null)[]
}

/** A row that cannot be read, or does not fit. */
export interface BadRecord {
  readonly line: number
  readonly column: string | null
  readonly value: string | null
  readonly reason: string
}

export type ReadRecord = FileRecord | BadRecord

export const isBad = (record: ReadRecord): record is BadRecord => 'reason' in record

/** The file as a whole cannot be read. The message says why and what to do. */
export class FileError extends Error {
  override readonly name = 'FileError'
}

/** Turns the text of a file into rows, piece by piece. */
export interface RecordReader {
  /** The rows that this piece completes. Throws FileError. */
  push(text: string): ReadRecord[]
  /** The last row. */
  end(): ReadRecord[]
}

/** Characters of one row. A quote that is never closed would otherwise take the rest of the file. */
export const RECORD_LENGTH_MAX = 32 * 1024 * 1024

/** The beginning of a value, to name a bad one. */
export const beginningOf = (value: string) => (value.length > 200 ? `${value.slice(0, 200)}…` : value)
