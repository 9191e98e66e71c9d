import { randomBytes } from 'node:crypto'
import { rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { temporaryDirectory } from '@basalt/postgres-supervisor/temporary-directory.fixture.ts'
import { expect, test } from 'vitest'
import { PIECE_BYTES } from './pack-writer.ts'
import { pieceFiles } from './piece-files.ts'

const uid = process.getuid!()

test('a file is read in pieces, and what is cut off or removed meanwhile is read as zeros', async () => {
  const path = join(await temporaryDirectory(), 'file')
  const bytes = randomBytes(2 * PIECE_BYTES + 100)
  await writeFile(path, bytes)
  const read = async (at: number, length: number) => {
    const piece = await pieceFiles.read({ path, at, uid, bytes: length, compression: 'quick' })
    return zstdDecompressSync(piece.compressed)
  }
  const [missing, begun] = await pieceFiles.begin({ paths: [`${path}.gone`, path], uid })
  expect(missing).toBe(undefined)
  expect(begun!.bytes).toBe(bytes.length)
  expect(zstdDecompressSync(begun!.compressed).equals(bytes.subarray(0, PIECE_BYTES))).toBe(true)
  expect((await read(2 * PIECE_BYTES, 100)).equals(bytes.subarray(2 * PIECE_BYTES))).toBe(true)
  await truncate(path, PIECE_BYTES + 10)
  const cut = Buffer.concat([bytes.subarray(PIECE_BYTES, PIECE_BYTES + 10)], PIECE_BYTES)
  expect((await read(PIECE_BYTES, PIECE_BYTES)).equals(cut)).toBe(true)
  expect((await read(2 * PIECE_BYTES, 100)).equals(Buffer.alloc(100))).toBe(true)
  await rm(path)
  expect((await read(PIECE_BYTES, 100)).equals(Buffer.alloc(100))).toBe(true)
})

/** Words that come again after some time, and bytes that come again soon. */
const text = () => {
  const words = Array.from({ length: 4_000 }, () => randomBytes(4).toString('base64'))
  let seed = 1
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return words[seed % words.length]!
  }
  return Buffer.from(Array.from({ length: 2 * PIECE_BYTES }, next).join(' ')).subarray(0, 2 * PIECE_BYTES)
}
const codes = () => Buffer.alloc(2 * PIECE_BYTES, 'one code, another code; ')

test('a large file is compressed quickly unless that takes noticeably more space', async () => {
  const folder = await temporaryDirectory()
  const compressionOf = async (bytes: Buffer) => {
    const path = join(folder, String(bytes.length))
    await writeFile(path, bytes)
    const [begun] = await pieceFiles.begin({ paths: [path], uid })
    return begun!.compression
  }
  expect(await compressionOf(text())).toBe('thorough')
  expect(await compressionOf(codes())).toBe('quick')
})

test('a link is not followed, and a file of another user is not read', async () => {
  const path = join(await temporaryDirectory(), 'file')
  await writeFile(path, 'secret')
  await symlink(path, `${path}.link`)
  const link = `${path}.link`
  const piece = { at: 0, bytes: 6, compression: 'quick' } as const
  await expect(pieceFiles.begin({ paths: [link], uid })).rejects.toMatchObject({ code: 'ELOOP' })
  await expect(pieceFiles.read({ ...piece, path: link, uid })).rejects.toMatchObject({ code: 'ELOOP' })
  const foreign = 'does not belong to the database'
  await expect(pieceFiles.begin({ paths: [path], uid: uid + 1 })).rejects.toThrow(foreign)
  await expect(pieceFiles.read({ ...piece, path, uid: uid + 1 })).rejects.toThrow(foreign)
})
