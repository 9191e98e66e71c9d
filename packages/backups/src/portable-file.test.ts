import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { PIECE_BYTES } from './pack-writer.ts'
import {
  bytesOfEntry,
  DamagedPortableFile,
  ForeignFile,
  type PortableEntry,
  PortableReader,
  portableFile,
} from './portable-file.ts'

const large = randomBytes(2 * PIECE_BYTES + 7)

async function* entries(): AsyncGenerator<PortableEntry> {
  yield { section: 'about', value: { name: 'Shop' } }
  yield { section: 'database', kind: 'folder', path: 'base' }
  yield { section: 'database', kind: 'file', path: 'base/1', bytes: parts(large, 100_000) }
  yield { section: 'database', kind: 'file', path: 'base/empty', bytes: parts(Buffer.alloc(0), 1) }
  yield { section: 'file', version: 'v1', bytes: parts(Buffer.from('hello'), 2) }
}

async function* parts(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

const file = await buffer(portableFile(entries()))

/** Reads a file in parts of some size, as it arrives. */
async function read(bytes: Buffer, length = 65_536) {
  const reader = new PortableReader()
  const heads: { section: string; at: number }[] = []
  for await (const part of parts(bytes, length))
    for (const event of reader.read(part))
      if ('head' in event) heads.push({ section: event.head.section, at: event.at })
  reader.finish()
  return heads
}

test.each([1000, 65_536, 10_000_000])(
  'a file that arrives in parts of %i bytes has all entries',
  async (length) => {
    const heads = await read(file, length)
    expect(heads.map(({ section }) => section)).toEqual(['about', 'database', 'database', 'database', 'file'])
    const bytesAt = (place: number) => buffer(bytesOfEntry(parts(file.subarray(heads[place]!.at), length)))
    expect((await bytesAt(2)).equals(large)).toBe(true)
    // Also when nothing follows its last piece, which is a short one.
    const own = file.subarray(heads[2]!.at, heads[3]!.at)
    expect((await buffer(bytesOfEntry(parts(own, length)))).equals(large)).toBe(true)
    expect(await bytesAt(3)).toHaveLength(0)
    expect((await bytesAt(4)).toString()).toBe('hello')
  },
)

describe('refuses', () => {
  const changed = (at: number) => {
    const copy = Buffer.from(file)
    copy[at]! ^= 1
    return copy
  }

  test.each([
    ['a foreign file', Buffer.from('PK\u0003\u0004 something else entirely'), ForeignFile],
    ['an empty file', Buffer.alloc(0), ForeignFile],
    ['one that was cut off in its end', file.subarray(0, -1), DamagedPortableFile],
    ['one that was cut off in its data', file.subarray(0, 1_000_000), DamagedPortableFile],
    ['one that something follows', Buffer.concat([file, Buffer.from('x')]), DamagedPortableFile],
    ['one with another byte in its data', changed(1_000_000), DamagedPortableFile],
    ['one with another length', changed(18), DamagedPortableFile],
  ])('%s', async (_what, bytes, error) => {
    await expect(read(bytes)).rejects.toBeInstanceOf(error)
  })
})
