import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { BASE_TABLES } from '@basalt/merge/rows/base-keys.ts'
import { type Engine, ignoreMissingInstance } from '@basalt/postgres-supervisor/engine.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { DATABASE, USER_ROLE } from '../platform/project-databases/database-roles.ts'
import type { TestBase } from './app-fixture.ts'

/** The engine as on a file system that shares blocks, or does not, whatever the one of the tests does. */
export const onDiskThat =
  (sharesBlocks: boolean) =>
  (engine: Engine): Engine =>
    new Proxy(engine, {
      get(target, name) {
        if (name === 'canShareBlocks') return async () => sharesBlocks
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })

/** The refs of all databases on disk. */
export const databasesOf = ({ root }: Pick<TestBase, 'root'>) =>
  readdirSync(path.join(root, 'instances/instances'))

/** The process id of a database's server. */
export const postmasterOf = ({ root }: Pick<TestBase, 'root'>, ref: string) =>
  Number(
    readFileSync(path.join(root, 'instances/instances', ref, 'data/postmaster.pid'), 'utf8').split('\n')[0],
  )

/** Waits for a spare branch besides these databases, until its keys are kept, which is done last. Returns its ref. */
export const whenSpare = (base: Pick<TestBase, 'root'>, engine: Engine, known: readonly string[]) =>
  waitFor(async () => {
    const ref = databasesOf(base).find((name) => !known.includes(name))
    const endpoint = ref && (await engine.endpoint(ref).catch(ignoreMissingInstance))
    if (!endpoint) return undefined
    const { socket, port } = endpoint
    const client = new pg.Client({ host: socket!, port, user: USER_ROLE, database: DATABASE })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query('select to_regclass($1) is not null as kept', [BASE_TABLES[0]])
      return rows[0].kept ? ref : undefined
    } catch {
      // It admits nobody yet.
      return undefined
    } finally {
      await client.end().catch(() => undefined)
    }
  })
