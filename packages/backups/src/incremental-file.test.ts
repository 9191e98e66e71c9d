import { buffer } from 'node:stream/consumers'
import { randomBelow } from '@basalt/testing/seeded-random.ts'
import { expect, test } from 'vitest'
import { type FileVersion, reconstructed } from './incremental-file.ts'
import { PIECE_BYTES } from './pack-writer.ts'

const BLOCK = 8192
const block = (letter: string) => Buffer.alloc(BLOCK, letter)

async function* pieces(bytes: Buffer, length = 5000) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

const whole = (letters: string, length?: number): FileVersion => ({
  kind: 'whole',
  bytes: pieces(Buffer.concat([...letters].map(block)), length),
})

/** Changed blocks by number, as PostgreSQL writes them. */
function changes(blocks: Record<number, string>, truncation: number, length?: number): FileVersion {
  const numbers = Object.keys(blocks).map(Number)
  const head = Buffer.alloc(12 + numbers.length * 4)
  head.writeUInt32LE(0xd3ae1f0d, 0)
  head.writeUInt32LE(numbers.length, 4)
  head.writeUInt32LE(truncation, 8)
  for (const [index, number] of numbers.entries()) head.writeUInt32LE(number, 12 + index * 4)
  const padding = Buffer.alloc(numbers.length > 0 ? BLOCK - (head.length % BLOCK) : 0)
  return {
    kind: 'incremental',
    bytes: pieces(Buffer.concat([head, padding, ...Object.values(blocks).map(block)]), length),
  }
}

const lettersOf = async (versions: FileVersion[]) => {
  const bytes = await buffer(reconstructed(versions))
  expect(bytes.length % BLOCK).toBe(0)
  return Array.from({ length: bytes.length / BLOCK }, (_, n) => {
    const letter = String.fromCharCode(bytes[n * BLOCK]!)
    expect(bytes.subarray(n * BLOCK, (n + 1) * BLOCK).equals(block(letter))).toBe(true)
    return letter === '\0' ? '0' : letter
  }).join('')
}

test.each<[string, FileVersion[], string]>([
  ['a whole file', [whole('abc')], 'abc'],
  ['nothing changed', [whole('abc'), changes({}, 3)], 'abc'],
  ['blocks changed twice', [whole('abcd'), changes({ 1: 'x', 2: 'x' }, 4), changes({ 2: 'y' }, 4)], 'axyd'],
  ['it grew', [whole('ab'), changes({ 2: 'c', 3: 'd' }, 2)], 'abcd'],
  ['it was truncated', [whole('abcd'), changes({}, 2)], 'ab'],
  ['it was truncated and grew again', [whole('abcd'), changes({}, 1), changes({ 1: 'x' }, 1)], 'ax'],
  [
    'it was truncated, and what came later is zero where nothing was written',
    [whole('abcd'), changes({}, 1), changes({ 3: 'x' }, 4)],
    'a00x',
  ],
  ['all blocks are gone', [whole('ab'), changes({}, 0)], ''],
])('%s', async (_what, versions, expected) => {
  expect(await lettersOf(versions)).toBe(expected)
})

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'files of several pieces that grow, shrink and change are as their last version (seed %i)',
  async (seed) => {
    const below = randomBelow(seed)
    const letter = () => String.fromCharCode(97 + below(26))
    let expected = Array.from({ length: below(400) }, letter)
    const versions = [whole(expected.join(''), PIECE_BYTES)]
    for (let count = 1 + below(3); count > 0; count--) {
      const length = below(400)
      const truncation = Math.min(expected.length, length, below(500))
      const changed: Record<number, string> = {}
      const next = expected.slice(0, truncation)
      for (let n = 0; n < length; n++) {
        next[n] ??= '0'
        if (below(5) === 0) next[n] = changed[n] = letter()
      }
      const end = Math.max(truncation, ...Object.keys(changed).map((n) => Number(n) + 1))
      expected = next.slice(0, end)
      versions.push(changes(changed, truncation, 1 + below(PIECE_BYTES)))
    }
    expect(await lettersOf(versions)).toBe(expected.join(''))
  },
)

test.each<[string, FileVersion[], RegExp]>([
  ['no whole version', [changes({}, 1)], /no whole version/],
  [
    'another kind of file',
    [whole('a'), { kind: 'incremental', bytes: pieces(block('z')) }],
    /no incremental file/,
  ],
  ['blocks out of order', [whole('abc'), { kind: 'incremental', bytes: outOfOrder() }], /out of order/],
  ['a block that ends early', [whole('ab'), { kind: 'incremental', bytes: short() }], /ends too early/],
])('%s is refused', async (_what, versions, message) => {
  await expect(lettersOf(versions)).rejects.toThrow(message)
})

async function* outOfOrder() {
  const head = Buffer.alloc(BLOCK * 3)
  for (const [index, value] of [0xd3ae1f0d, 2, 3, 2, 1].entries()) head.writeUInt32LE(value, index * 4)
  yield head
}

async function* short() {
  const head = Buffer.alloc(BLOCK + 100)
  for (const [index, value] of [0xd3ae1f0d, 1, 2, 0].entries()) head.writeUInt32LE(value, index * 4)
  yield head
}
