import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { NO_REFLINK_DISK, reflinkDisk } from '@basalt/testing/disk-in-a-file.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openEngine, PASSWORD, query, startedInstance } from './engine.fixture.ts'

/** XFS refuses to be smaller than 300 MB. */
const DISK_BYTES = 1024 * 1024 * 1024

const MEGABYTE = 1024 * 1024

test('where files can share blocks, a copy shares most of them with its source, and both are right when both are written to', async ({
  skip,
}) => {
  const disk = await reflinkDisk(DISK_BYTES)
  if (!disk) return skip(NO_REFLINK_DISK)
  onTestFinished(() => disk[Symbol.asyncDispose]())
  const dataDir = join(disk.path, 'data')
  await mkdir(dataDir, { mode: 0o711 })
  const { engine } = await openEngine({ dataDir })
  expect(await engine.canShareBlocks()).toBe(true)
  const one = await startedInstance(engine, 'one')
  await query(
    one,
    `create table kept as select n, repeat('x', 1000) as filler from generate_series(1, 20000) n; alter table kept add primary key (n)`,
  )
  await query(one, 'checkpoint')
  const free = async () => (await engine.disk()).freeBytes
  const before = await free()
  await engine.copy('two', {
    source: { id: 'one', superuserPassword: PASSWORD },
    superuserPassword: PASSWORD,
  })
  const two = await engine.start('two')
  const { diskBytes } = await engine.facts('two')
  expect(await engine.sharedBytes('two')).toBeGreaterThan(20 * MEGABYTE)
  expect(before - (await free())).toBeLessThan(diskBytes! / 2)

  await query(one, "update kept set filler = 'of one' where n % 2 = 0")
  await query(two, "update kept set filler = 'of two' where n % 2 = 1")
  const counted = `select count(*) filter (where filler = 'of one')::int as one, count(*) filter (where filler = 'of two')::int as two,
    count(*) filter (where length(filler) = 1000)::int as unchanged from kept`
  expect(await query(one, counted)).toEqual([{ one: 10_000, two: 0, unchanged: 10_000 }])
  expect(await query(two, counted)).toEqual([{ one: 0, two: 10_000, unchanged: 10_000 }])
  await query(two, 'create extension amcheck')
  await query(two, "select bt_index_check('kept_pkey', true)")
  expect(await query(two, "select * from verify_heapam('kept')")).toEqual([])
})
