import { createHash, randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileHashes } from './file-hashes.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'basalt-hashes-'))
})
afterAll(() => rm(root, { recursive: true }))

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
// More than one slice, and not a whole number of them.
const bytes = randomBytes(9_000_001)

test('files that grow concurrently get their own checksums', async () => {
  const [one, other] = ['one', 'other'].map((name) => path.join(root, name))
  for (let start = 0; start < bytes.length; start += 3_000_000)
    for (const file of [one!, other!]) {
      const piece = bytes.subarray(start, start + 3_000_000)
      await appendFile(file, file === one ? piece : piece.toReversed())
      fileHashes.follow(file, start + piece.length)
    }
  const reversed = [0, 1, 2, 3].map((n) => bytes.subarray(n * 3_000_000, (n + 1) * 3_000_000).toReversed())
  expect(await fileHashes.md5(one!, bytes.length)).toBe(md5(bytes))
  expect(await fileHashes.md5(other!, bytes.length)).toBe(md5(Buffer.concat(reversed)))
  // A second time, as after a crash.
  expect(await fileHashes.md5(one!, bytes.length)).toBe(md5(bytes))
})

test('a file that was not followed is read from its beginning, also an empty one', async () => {
  const file = path.join(root, 'found')
  await writeFile(file, '')
  expect(await fileHashes.md5(file, 0)).toBe(md5(Buffer.alloc(0)))
  await writeFile(file, bytes)
  expect(await fileHashes.md5(file, bytes.length)).toBe(md5(bytes))
})

test('a new file at the path of a forgotten one gets its own checksum', async () => {
  const file = path.join(root, 'again')
  await writeFile(file, 'first')
  fileHashes.follow(file, 5)
  fileHashes.forget(file)
  await writeFile(file, 'other')
  expect(await fileHashes.md5(file, 5)).toBe(md5(Buffer.from('other')))
})

test('a file that cannot be read is reported, and others still get their checksums', async () => {
  const short = path.join(root, 'short')
  await writeFile(short, 'short')
  await expect(fileHashes.md5(path.join(root, 'missing'), 1)).rejects.toThrow('ENOENT')
  await expect(fileHashes.md5(short, 6)).rejects.toThrow('ends at 5, before 6 bytes')
  expect(await fileHashes.md5(short, 5)).toBe(md5(Buffer.from('short')))
})
