import { expect, test } from 'vitest'
import { openEngine, PASSWORD, query, startedInstance } from './engine.fixture.ts'

test('a stopped instance is copied with its rows and without its slots, and stays as it is', async () => {
  const { engine } = await openEngine()
  const source = await startedInstance(engine, 'source')
  await query(source, 'create table kept as select n from generate_series(1, 1000) n')
  await query(source, "select pg_create_physical_replication_slot('follower')")
  const restore = (id: string) =>
    engine.restore(id, {
      files: engine.stoppedFiles('source'),
      until: 'backup',
      superuserPassword: 'of the copy',
    })
  await expect(restore('too-early')).rejects.toMatchObject({ code: 'not_ready' })
  expect(await engine.exists('too-early')).toBe(false)
  await engine.stop('source')
  await restore('copy')

  const copy = await engine.start('copy')
  const facts =
    'select (select count(*)::int from kept) as rows, (select count(*)::int from pg_replication_slots) as slots'
  expect(await query(copy, facts, 'of the copy')).toEqual([{ rows: 1000, slots: 0 }])
  await query(copy, 'delete from kept', 'of the copy')
  expect(await query(await engine.start('source'), facts, PASSWORD)).toEqual([{ rows: 1000, slots: 1 }])
})
