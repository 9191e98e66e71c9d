import { assumed, POSTGRES, type SqlRole } from '../role/sql-role.ts'

/** As whom and where SQL is run: as postgres and on the primary unless said. */
export interface RunTarget {
  readonly role?: SqlRole | undefined
  /** The identifier of a replica. */
  readonly database?: string | undefined
}

/** What a call says of it. */
export const calledTarget = ({ role = POSTGRES, database }: RunTarget, now: Date) => ({
  ...(database !== undefined && { database }),
  ...assumed(role, now),
})
