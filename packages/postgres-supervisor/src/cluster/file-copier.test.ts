import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { startFileCopier } from './file-copier.ts'

const MB = 1024 * 1024
const everything = { leftOut: /^$/, leftOutPaths: new Set<string>(), emptied: new Set<string>() }

test.each([
  { changes: [] },
  { changes: ['gentle'] },
  { changes: ['full'] },
  { changes: ['gentle', 'full', 'gentle'] },
] as const)('a copy that changes its pace to $changes has all bytes', async ({ changes }) => {
  const folder = await temporaryDirectory()
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  await mkdir(join(from, 'within'), { recursive: true })
  const contents = {
    'within/large': randomBytes(27 * MB + 17),
    'within/empty': Buffer.alloc(0),
    whole: randomBytes(MB),
    small: randomBytes(100),
  }
  for (const [path, bytes] of Object.entries(contents)) await writeFile(join(from, path), bytes)
  const reported: number[] = []
  await using copier = startFileCopier()
  await copier.copy(
    { from, to, owner: undefined, isSynced: true, ...everything },
    {
      signal: new AbortController().signal,
      pace: 'in-advance',
      onProgress({ copiedBytes, totalBytes }) {
        const pace = changes[reported.length]
        if (pace) copier.setPace(pace)
        reported.push(copiedBytes / totalBytes)
      },
    },
  )
  for (const [path, bytes] of Object.entries(contents))
    expect((await readFile(join(to, path))).equals(bytes)).toBe(true)
  expect(reported).toEqual(reported.toSorted((one, other) => one - other))
  expect(reported.at(-1)).toBe(1)
})

test('a link that is put in the place of a file after it was found is not followed', async () => {
  const folder = await temporaryDirectory()
  const [from, to, foreign] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'foreign')]
  await mkdir(from)
  for (const path of [join(from, 'own'), foreign]) await writeFile(path, path)
  await using copier = startFileCopier()
  const copied = copier.copy(
    { from, to, owner: undefined, isSynced: true, ...everything },
    {
      signal: new AbortController().signal,
      pace: 'full',
      async mayCopy() {
        await rm(join(from, 'own'))
        await symlink(foreign, join(from, 'own'))
      },
    },
  )
  await expect(copied).rejects.toMatchObject({ code: 'not_ready' })
  await expect(readFile(join(to, 'own'))).rejects.toMatchObject({ code: 'ENOENT' })
})
