import { randomBytes } from 'node:crypto'
import { mkdtempDisposable, readdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { type PortableEntry, portableFile } from '@basalt/backups/portable-file.ts'
import { NO_SMALL_DISK, smallDisk } from '@basalt/testing/small-disk.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { receive, uploadedFiles } from './uploaded-file.ts'

test('a file of which the disk takes only a part is refused, and nothing of it is left', async ({ skip }) => {
  await using disk = await smallDisk('64k')
  if (!disk) return skip(NO_SMALL_DISK)
  const parts = await partsOf(portableFile(entries()))
  // In one piece, so that no later one meets the full disk.
  const whole = async function* () {
    yield Buffer.concat(parts)
  }
  await expect(receive(whole(), path.join(disk.path, 'upload'))).rejects.toMatchObject({
    code: 'storage_full',
  })
  expect(await readdir(disk.path)).toEqual([])
})

test('a file that is still being sent is kept while the rests of a killed server are removed', async () => {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'basalt-uploads-'))
  const uploads = uploadedFiles(folder.path)
  await writeFile(uploads.pathOf('left.part'), 'rest')
  await writeFile(uploads.pathOf('needed.part'), 'whole')
  const parts = await partsOf(portableFile(entries()))
  const rest = Promise.withResolvers<void>()
  const slow = async function* () {
    yield Buffer.concat(parts.slice(0, 2))
    await rest.promise
    yield Buffer.concat(parts.slice(2))
  }
  const adding = uploads.add(slow(), async () => undefined)
  await waitFor(async () => (await readdir(folder.path)).length === 3)
  await uploads.removeRests(async () => new Set(['needed.part']))
  rest.resolve()
  const { name } = await adding
  expect((await readdir(folder.path)).toSorted()).toEqual([name, 'needed.part'].toSorted())
})

const partsOf = (file: AsyncIterable<Buffer>): Promise<Buffer[]> => Readable.from(file).toArray()

async function* entries(): AsyncGenerator<PortableEntry> {
  yield { section: 'about', value: { name: 'shop' } }
  yield { section: 'file', version: 'one', bytes: bytes() }
}

async function* bytes() {
  yield randomBytes(100_000)
}
