import type { ByteRange } from '@basalt/object-store/blob-store.ts'

/**
 * Parses a Range header (RFC 9110). Undefined means all bytes, also for several ranges or an invalid header;
 * `unsatisfiable` means a range outside the file.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
