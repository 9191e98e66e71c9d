import { readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isRoot } from '../account/account.ts'
import { run } from '../process/run.ts'
import { temporaryDirectory } from '../temporary-directory.fixture.ts'
import { nextEvent, openEngine, PASSWORD, postgresProcessesUnder } from './engine.fixture.ts'

test.each<[string, (data: string) => Promise<void>]>([
  ['its control file is cut short', (data) => truncate(join(data, 'global/pg_control'), 100)],
  ['its control file is gone', (data) => rm(join(data, 'global/pg_control'))],
  ['its version file is gone', (data) => rm(join(data, 'PG_VERSION'))],
  ['its write-ahead log is gone', (data) => rm(join(data, 'pg_wal'), { recursive: true })],
  ['its write-ahead log is garbage', overwriteWriteAheadLog],
  ['its data is gone', (data) => rm(data, { recursive: true })],
])('an instance is reported as damaged when %s', async (_case, damage) => {
  const { engine, dataDir } = await openEngine()
  await engine.create('one', { superuserPassword: PASSWORD })
  await damage(join(dataDir, 'instances/one/data'))
  const failed = nextEvent(engine, ({ state }) => state === 'failed')
  await expect(engine.start('one')).rejects.toMatchObject({ code: 'corrupt' })
  expect(await failed).toMatchObject({ willRestart: false })
  expect(await engine.facts('one')).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('damaged'),
  })
  expect(await postgresProcessesUnder(dataDir)).toEqual([])
  await engine.destroy('one')
  expect(await engine.exists('one')).toBe(false)
})

async function overwriteWriteAheadLog(data: string): Promise<void> {
  const names = await readdir(join(data, 'pg_wal'))
  for (const name of names.filter((candidate) => /^[0-9A-F]{24}$/.test(candidate))) {
    await writeFile(join(data, 'pg_wal', name), Buffer.alloc(16 * 1024 * 1024, 0x5a))
  }
}

test('a full disk is reported, and leaves nothing half-made behind', async ({ skip }) => {
  skip(!isRoot(), 'only root can mount a small file system')
  const dataDir = await temporaryDirectory()
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', dataDir]).then(
    () => true,
    () => false,
  )
  if (!isMounted) skip('mounting a small file system is not allowed here')
  onTestFinished(async () => void (await run('umount', ['-l', dataDir])))
  const { engine } = await openEngine({ dataDir })
  await expect(engine.create('one', { superuserPassword: PASSWORD })).rejects.toMatchObject({
    code: 'disk_full',
  })
  expect(await readdir(join(dataDir, 'instances'))).toEqual([])
  expect(await readdir(join(dataDir, 'unfinished'))).toEqual([])
  expect(await engine.exists('one')).toBe(false)
  await engine.close()
})
