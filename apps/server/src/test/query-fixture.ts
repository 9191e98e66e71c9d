import { randomUUID } from 'node:crypto'
import type { QueryEvent, ResultRow } from '@basalt/contract/query/query.schema.ts'
import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { createRunningQueries } from '../features/query/activity/running-queries.ts'
import type { StopTimes } from '../features/query/runs/flow.rules.ts'
import { createQueryRunner } from '../features/query/runs/query-runner.ts'
import type { RunLimits } from '../features/query/runs/row-budget.ts'
import { createHeldTransactions } from '../features/query/sessions/held-transactions.ts'
import { type MemberRights, memberRights } from '../platform/project-databases/sql/member-rights.ts'
import type { ConnectionTarget } from '../platform/project-databases/sql/sql-login.ts'
import type { PoolLimits } from '../platform/project-databases/sql/sql-pool.ts'
import { sqlPools } from '../platform/project-databases/sql/sql-pools.ts'
import { collect } from './collect.ts'

export const ANN = { userId: 'ann', email: 'ann@example.com' }
export const REF = 'aaaaaaaaaaaaaaaaaaaa'
const ANY_AMOUNT = { maxRows: 1_000_000, maxBytes: Number.MAX_SAFE_INTEGER }
const PASSWORD = 'k7Rw2pXq-MzTd9'

/** Rights that `change` takes from everybody or gives back. */
export function changingRights() {
  const listeners = new Set<() => void>()
  let may = true
  const rights = memberRights({
    mayRun: async () => may,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onFailed(error) {
      throw error
    },
  })
  return {
    rights,
    change(isAllowed: boolean) {
      may = isAllowed
      for (const listener of listeners) listener()
    },
  }
}

export type QueryFixture = Awaited<ReturnType<typeof openQueries>>

export interface QueryFixtureOptions {
  readonly heldMs?: number
  /** How the pools reach PostgreSQL: as in production, unless the path of the data directory is too long for a socket. */
  readonly through?: 'socket' | 'tcp' | { readonly port: number }
  readonly stopTimes?: StopTimes
  /** Nobody's rights change by default. */
  readonly rights?: MemberRights
}

/**
 * Everything that runs SQL, over a throw-away database with a login role that owns it but is not a superuser.
 * `admin` inspects the database from outside, as superuser.
 */
export async function openQueries(
  limits: Partial<PoolLimits> = {},
  { heldMs, through = 'socket', stopTimes, rights = changingRights().rights }: QueryFixtureOptions = {},
) {
  const database = await createThrowawayDatabase()
  const admin = new pg.Pool({ connectionString: database.url, max: 2 })
  admin.on('error', () => undefined)
  const role = `role_${randomUUID().replaceAll('-', '')}`
  const target = {
    ...targetOf(database.url, role),
    ...(through === 'socket' && { host: database.socketDirectory }),
    ...(typeof through === 'object' && through),
  }
  await admin.query(`create role ${role} login createrole password '${PASSWORD}'`)
  await admin.query(`grant pg_signal_backend to ${role}`)
  await admin.query(`alter database ${target.database} owner to ${role}`)
  await admin.query(`alter schema public owner to ${role}`)

  const pools = sqlPools(async () => target, { connections: 10, waitMs: 10_000, ...limits })
  const running = createRunningQueries()
  const held = createHeldTransactions({ heldMs })
  const stopProblems: Error[] = []
  const runner = createQueryRunner({
    pools,
    running,
    held,
    rights,
    ...(stopTimes && { stopTimes }),
    onStopProblem: (error) => void stopProblems.push(error),
  })

  const start = (
    text: string,
    limits: Partial<RunLimits> = {},
    signal: AbortSignal = new AbortController().signal,
    requestedAt = performance.now(),
  ) =>
    runner.start({
      ref: REF,
      startedBy: ANN,
      text,
      origin: 'sql_editor',
      rights: 'everything',
      limits: { ...ANY_AMOUNT, ...limits },
      requestedAt,
      signal,
    })

  return {
    admin,
    target,
    pools,
    running,
    held,
    runner,
    /** Errors while queries were stopped. */
    stopProblems,
    start,
    /** Runs SQL to its end and keeps the transaction that it leaves open. */
    async hold(text: string, email = ANN.email) {
      const { id, events } = await runner.start({
        ref: REF,
        startedBy: { userId: email, email },
        text,
        origin: 'sql_editor',
        rights: 'everything',
        limits: ANY_AMOUNT,
        holds: true,
        requestedAt: performance.now(),
        signal: new AbortController().signal,
      })
      return { id, end: (await collect(events)).at(-1) }
    },
    /** Runs SQL to its end; throws what its events throw. */
    async run(text: string, limits: Partial<RunLimits> = {}) {
      const { events } = await start(text, limits)
      return statementsOf(await collect(events))
    },
    async [Symbol.asyncDispose]() {
      await pools.closeAll()
      await admin.end()
      await database.drop()
      await dropRole(database.url, role)
    },
  }
}

/** The outcome of a statement. */
export interface Outcome {
  command: string
  rowCount: number | null
  truncated: boolean
  columns: string[]
  types: string[]
  rows: ResultRow[]
  notices: string[]
}

export function statementsOf(events: QueryEvent[]): Outcome[] {
  const outcomes: Outcome[] = []
  let current = {
    columns: [] as string[],
    types: [] as string[],
    rows: [] as ResultRow[],
    notices: [] as string[],
  }
  for (const event of events) {
    if (event.type === 'fields') {
      current.columns = event.fields.map((field) => field.name)
      current.types = event.fields.map((field) => field.type)
    } else if (event.type === 'rows') current.rows.push(...event.rows)
    else if (event.type === 'notice') current.notices.push(event.notice.message)
    else if (event.type === 'statement') {
      const { command, rowCount, truncated } = event
      outcomes.push({ command, rowCount, truncated, ...current })
      current = { columns: [], types: [], rows: [], notices: [] }
    }
  }
  return outcomes
}

function targetOf(url: string, user: string): ConnectionTarget {
  const { hostname, port, pathname } = new URL(url)
  return { host: hostname, port: Number(port), database: pathname.slice(1), user, password: PASSWORD }
}

async function dropRole(url: string, role: string) {
  const server = new URL(url)
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  await client.query(`drop role ${role}`)
  await client.end()
}
