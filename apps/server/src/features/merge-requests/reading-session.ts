import { type Run, SESSION_SETTINGS } from '@basalt/merge/statement.ts'
import type pg from 'pg'
import type { ConnectionTarget } from '../../platform/project-databases/admin-connection.ts'
import { withOwnConnection } from '../../platform/project-databases/own-connection.ts'
import { textRows } from '../../platform/project-databases/text-rows.ts'
import { COMPARISON_TIMEOUT_MS } from './merge-runs.rules.ts'

/** A connection of its own for some work, which is closed afterwards. */
export const withClient = <T>(
  login: ConnectionTarget & { statement_timeout?: number },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => withOwnConnection({ ...login, application_name: 'basalt merge' }, work)

/** Reads one state of a database, as the role of the login. */
export const reading = <T>(login: ConnectionTarget, work: (run: Run) => Promise<T>): Promise<T> =>
  withClient({ ...login, statement_timeout: COMPARISON_TIMEOUT_MS }, async (client) => {
    await client.query(`begin isolation level repeatable read, read only; ${SESSION_SETTINGS}`)
    return work(textRows(client))
  })
