import { POSTGRES, roleParams, type SqlRole } from '../../role/sql-role.port.ts'

/** The role and database that SQL runs as and on: postgres and the primary by default. */
export interface RunTarget {
  readonly role?: SqlRole | undefined
  /** The identifier of a replica. */
  readonly database?: string | undefined
}

/** The request parameters for a target. */
export const targetParams = ({ role = POSTGRES, database }: RunTarget, now: Date) => ({
  ...(database !== undefined && { database }),
  ...roleParams(role, now),
})
