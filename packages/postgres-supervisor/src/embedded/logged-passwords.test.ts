import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openEngine, query, startedInstance } from './engine.fixture.ts'

test('neither the log nor the statistics of an instance contain a password that a statement sets', async () => {
  const { engine, dataDir } = await openEngine()
  const endpoint = await startedInstance(engine, 'one')
  await query(endpoint, 'create extension pg_stat_statements')
  await query(endpoint, "create role app login password 'kept-nowhere-1'")
  await query(endpoint, "alter role app password 'kept-nowhere-2'")
  await query(endpoint, "do $$ begin alter role app password 'kept-nowhere-3'; end $$")
  for (const failing of [
    "alter role missing password 'kept-nowhere-4'",
    "create role app password 'kept-nowhere-5'",
    "create user mapping for app server missing_server options (password 'kept-nowhere-6')",
    "create subscription s connection 'host=nowhere password=kept-nowhere-7' publication p with (slot_name = none)",
  ])
    await expect(query(endpoint, failing)).rejects.toThrow()

  const logs = join(dataDir, 'instances', 'one', 'log')
  const logged = async () =>
    (await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')))).join('')
  // The last failure is logged, and so is everything before it.
  await waitFor(async () => (await logged()).includes('slot_name'))
  expect(await logged()).toContain('role \\"missing\\" does not exist')
  expect(await logged()).not.toContain('kept-nowhere')
  expect(await query(endpoint, "select 1 from pg_stat_statements where query ~ 'kept-nowhere'")).toEqual([
    // The query itself does not match, because its constants are replaced.
  ])
  expect(
    await query(endpoint, "select 1 from pg_stat_statements where query ~ 'create role|alter role'"),
  ).toEqual([])
  await engine.close()
})
