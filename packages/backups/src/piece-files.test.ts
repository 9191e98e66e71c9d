import { randomBytes } from 'node:crypto'
import { symlink, truncate, writeFile } from 'node:fs/promises'
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
  const read = async (at: number, length?: number) => {
    const { compressed, fileBytes } = await pieceFiles.read({
      path,
      at,
      uid,
      ...(length !== undefined && { bytes: length }),
    })
    return { piece: zstdDecompressSync(compressed), fileBytes }
  }
  expect(await read(0)).toEqual({ piece: bytes.subarray(0, PIECE_BYTES), fileBytes: bytes.length })
  expect((await read(2 * PIECE_BYTES, 100)).piece.equals(bytes.subarray(2 * PIECE_BYTES))).toBe(true)
  await truncate(path, PIECE_BYTES + 10)
  const cut = Buffer.concat([bytes.subarray(PIECE_BYTES, PIECE_BYTES + 10)], PIECE_BYTES)
  expect((await read(PIECE_BYTES, PIECE_BYTES)).piece.equals(cut)).toBe(true)
  expect((await read(2 * PIECE_BYTES, 100)).piece.equals(Buffer.alloc(100))).toBe(true)

  const gone = { path: `${path}.gone`, uid }
  await expect(pieceFiles.read({ ...gone, at: 0 })).rejects.toMatchObject({ code: 'ENOENT' })
  const { compressed } = await pieceFiles.read({ ...gone, at: PIECE_BYTES, bytes: 100 })
  expect(zstdDecompressSync(compressed).equals(Buffer.alloc(100))).toBe(true)
})

test('a link is not followed, and a file of another user is not read', async () => {
  const path = join(await temporaryDirectory(), 'file')
  await writeFile(path, 'secret')
  await symlink(path, `${path}.link`)
  await expect(pieceFiles.read({ path: `${path}.link`, at: 0, uid })).rejects.toMatchObject({ code: 'ELOOP' })
  await expect(pieceFiles.read({ path, at: 0, uid: uid + 1 })).rejects.toThrow(
    'does not belong to the database',
  )
})
