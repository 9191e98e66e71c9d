import { type Run, SESSION_SETTINGS } from '@basalt/merge/statement.ts'
import type pg from 'pg'
import type { ConnectionTarget } from '../../platform/project-databases/admin-connection.ts'
import { textRows } from '../../platform/project-databases/text-rows.ts'
import { withUserConnection } from '../../platform/project-databases/user-connection.ts'
import { COMPARISON_TIMEOUT_MS } from './merge-runs.rules.ts'

interface Limits {
  readonly statementTimeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** A connection of its own for some work of a merge, which is closed afterwards. */
export const withClient = <T>(
  login: ConnectionTarget,
  limits: Limits,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => withUserConnection(login, { application: 'basalt merge', ...limits }, work)

/** Reads one state of a database, as the role of the login. */
export const reading = <T>(login: ConnectionTarget, work: (run: Run) => Promise<T>): Promise<T> =>
  withClient(login, { statementTimeoutMs: COMPARISON_TIMEOUT_MS }, async (client) => {
    await client.query(`begin isolation level repeatable read, read only; ${SESSION_SETTINGS}`)
    return work(textRows(client))
  })
