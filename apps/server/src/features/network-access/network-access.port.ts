import type { AccessRules } from '@basalt/postgres-supervisor/engine.ts'
import type { Connection } from './connection-check.ts'
import type { NetworkRules } from './network-access.store.ts'

/** Who may connect to projects' databases. */
export interface NetworkAccess {
  of(ref: string): Promise<NetworkRules>
  /** Throws PostgresError for a connection that is refused. */
  mayConnect(connection: Connection): Promise<void>
  /** Counts a login towards the ban of its address. */
  countLogin(ref: string, remoteAddress: string, isIn: boolean): void
  /** The stored rules, as the engine has them. */
  rulesOf(ref: string): Promise<AccessRules>
  /** Passes the rules to a database for its next start. Does nothing when it does not exist. */
  pushRules(ref: string): Promise<void>
}
