import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { type PortableEntry, portableFile } from '@basalt/backups/portable-file.ts'
import { NO_SMALL_DISK, smallDisk } from '@basalt/testing/small-disk.ts'
import { expect, test } from 'vitest'
import { receive } from './uploaded-file.ts'

test('a file of which the disk takes only a part is refused, and nothing of it is left', async ({ skip }) => {
  await using disk = await smallDisk('64k')
  if (!disk) return skip(NO_SMALL_DISK)
  const parts = await Array.fromAsync(portableFile(entries()))
  // In one piece, so that no later one meets the full disk.
  const whole = async function* () {
    yield Buffer.concat(parts)
  }
  await expect(receive(whole(), path.join(disk.path, 'upload'))).rejects.toMatchObject({
    code: 'storage_full',
  })
  expect(await readdir(disk.path)).toEqual([])
})

async function* entries(): AsyncGenerator<PortableEntry> {
  yield { section: 'about', value: { name: 'shop' } }
  yield { section: 'file', version: 'one', bytes: bytes() }
}

async function* bytes() {
  yield randomBytes(100_000)
}
