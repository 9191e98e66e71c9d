import type pg from 'pg'
import { type InstanceAccess, USER_ROLE } from './instance-access.ts'

/** Asks a database that runs, without waking it or keeping it awake; undefined while it does not run. */
export type Glance = <Row extends object>(
  ref: string,
  sql: string,
  database?: string,
) => Promise<Row[] | undefined>

/**
 * Asks a database something that the platform has written, as the user's own role. For what pages show of it while they
 * are only open: it neither wakes nor keeps awake. Undefined while the database does not run.
 */
export const glanceBy =
  (access: InstanceAccess): Glance =>
  <Row extends object>(ref: string, sql: string, database = ref) => {
    const ask = async (client: pg.Client) => {
      // Such text may undo the role, so it is never anybody else's. The transaction ends with the connection.
      await client.query(`begin; set local role ${USER_ROLE}`)
      return (await client.query<Row>(sql)).rows
    }
    return access.asAdminIfAwake(ref, ask, database)
  }
