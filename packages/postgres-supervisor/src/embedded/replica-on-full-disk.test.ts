import { execFile } from 'node:child_process'
import { rename, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { NO_SMALL_DISK, smallDisk } from '@basalt/testing/small-disk.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openEngine, PASSWORD, query, startedInstance } from './engine.fixture.ts'

const run = promisify(execFile)

/** More log than fits on the disk of the replica. */
const WRITE = 'insert into kept select n, repeat(md5(n::text), 20) from generate_series(1, 60000) n'

test('a replica whose disk is full neither stops its primary nor loses its place, and catches up once there is room', async ({
  skip,
}) => {
  await using disk = await smallDisk('40m')
  if (!disk) return skip(NO_SMALL_DISK)
  const { engine, dataDir } = await openEngine()
  const one = await startedInstance(engine, 'one')
  await query(one, 'create table kept (n int, t text)')
  await engine.replicate('two', { source: { id: 'one', superuserPassword: PASSWORD } })

  // Only its log is on the small disk: that of the primary has room.
  const log = join(dataDir, 'instances/two/data/pg_wal')
  const { uid, gid } = await stat(log)
  const there = join(disk.path, 'pg_wal')
  await run('cp', ['-a', log, there])
  await rename(log, `${log}-before`)
  await symlink(there, log)
  await run('chown', ['-h', `${uid}:${gid}`, log])
  const two = await engine.start('two')
  const countOn = async (endpoint: typeof one) =>
    Number(((await query(endpoint, 'select count(*) from kept')) as { count: string }[])[0]!.count)
  await waitFor(async () => (await query(one, 'select from pg_stat_replication')).length === 1)

  disk.fill()
  await query(one, WRITE)
  await waitFor(async () =>
    (await engine.logs('two', { limit: 200 })).some(({ message }) => /No space left on device/.test(message)),
  )
  await query(one, "insert into kept values (0, 'still written to')")
  expect(await countOn(one)).toBe(60_001)
  // It answers with what it has, or is down until it is started again; it never has what the primary has not.
  expect(await countOn(two).catch(() => 0)).toBeLessThanOrEqual(60_001)

  disk.makeRoom()
  await run('mount', ['-o', 'remount,size=400m', disk.path])
  await waitFor(async () => {
    const { endpoint } = await engine.facts('two')
    return countOn(endpoint ?? (await engine.start('two'))).then((count) => count === 60_001)
  })
  await query(one, "insert into kept values (-1, 'later')")
  await waitFor(async () => (await countOn((await engine.facts('two')).endpoint!)) === 60_002)
  await engine.destroy('two')
})
