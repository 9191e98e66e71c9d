import type { Readable } from 'node:stream'

export interface BlobFacts {
  /** In bytes. */
  size: number
  /** In hex. */
  md5: string
}

/** The bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  start: number
  end: number
}

/** A writer gives its bytes away: the memory of a piece may be freed as soon as it is written. */
export type Bytes = AsyncIterable<Uint8Array>

/**
 * Where bytes lie, under keys such as `project/blob`. A blob is never changed: what names it, points to another one.
 * A blob that can be read is complete: what a crash interrupts leaves nothing under its key.
 */
export interface BlobStore {
  /** Throws what the body throws, and then leaves nothing. */
  write(key: string, body: Bytes): Promise<BlobFacts>
  /**
   * Keeps the bytes of a complete local file that no longer changes. The caller removes the file afterwards, so the call
   * can be repeated after a crash.
   */
  adopt(key: string, file: string): Promise<void>
  /** Undefined when there is no such blob. The pieces are the reader's own. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Quiet about what is not there. */
  remove(key: string): Promise<void>
  /** Everything below a folder, with when it was complete. */
  list(folder: string): AsyncIterable<{ key: string; writtenAt: Date }>
}

const KEY = /^[\w-]+(?:\/[\w-]+)+$/

/** Keys are made by the program; anything else is a bug that must not reach a path. */
export function checkKey(key: string) {
  if (!KEY.test(key)) throw new Error(`${JSON.stringify(key)} is no key of a blob`)
  return key
}
