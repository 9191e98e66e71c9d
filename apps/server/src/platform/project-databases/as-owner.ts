import type pg from 'pg'
import type { DatabaseLogins } from './database-logins.ts'
import { USER_ROLE } from './database-roles.ts'

/** Asks a database as its owner; the primary unless another is named. Throws `instance_unavailable`. */
export type Rows = <Row extends object>(
  ref: string,
  sql: string,
  values?: unknown[],
  database?: string,
) => Promise<Row[]>

/** Asks a database that runs, as its owner, without waking it or keeping it awake; undefined while it does not run. */
export type RowsIfAwake = <Row extends object>(
  ref: string,
  sql: string,
  database?: string,
) => Promise<Row[] | undefined>

/** For what pages show of a database while they are only open. The SQL must be ours: it could undo the role. */
export const rowsIfAwake =
  (asAdmin: DatabaseLogins['asAdmin']): RowsIfAwake =>
  <Row extends object>(ref: string, sql: string, database = ref) => {
    const ask = async (client: pg.Client) => {
      // The transaction ends with the connection.
      await client.query(`begin; set local role ${USER_ROLE}`)
      return (await client.query<Row>(sql)).rows
    }
    return asAdmin.sessionIfAwake(ref, ask, { database })
  }
