import type pg from 'pg'
import type { DatabaseLogins } from './database-logins.ts'
import { USER_ROLE } from './database-roles.ts'

/** Queries a database as its owner; the primary unless another is named. Throws `instance_unavailable`. */
export type Rows = <Row extends object>(
  ref: string,
  sql: string,
  values?: unknown[],
  database?: string,
) => Promise<Row[]>

/** Queries a running database as its owner, without waking it or keeping it awake; undefined while it does not run. */
export type RowsIfAwake = <Row extends object>(
  ref: string,
  sql: string,
  database?: string,
) => Promise<Row[] | undefined>

/** For what an open page shows of a database. The SQL must be ours: any other could undo the role. */
export const rowsIfAwake =
  (asAdmin: DatabaseLogins['asAdmin']): RowsIfAwake =>
  <Row extends object>(ref: string, sql: string, database = ref) => {
    const work = async (client: pg.Client) => {
      // The transaction ends with the connection.
      await client.query(`begin; set local role ${USER_ROLE}`)
      return (await client.query<Row>(sql)).rows
    }
    return asAdmin.sessionIfAwake(ref, work, { database })
  }
