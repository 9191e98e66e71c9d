import type { Connection } from './may-connect.ts'
import type { NetworkRules } from './network-access.store.ts'

/** Who may connect to projects' databases. */
export interface NetworkAccess {
  of(ref: string): Promise<NetworkRules>
  /** Throws PostgresError for a connection that may not go on. */
  mayConnect(connection: Connection): Promise<void>
  /** Counts a login towards the ban of its address. */
  countLogin(ref: string, remoteAddress: string, isIn: boolean): void
  /** Hands the rules to a database for its next start. Does nothing where there is none. */
  handRules(ref: string): Promise<void>
}
