import type { RemotePlace } from '@basalt/contract/foreign-servers/remote-place.rules.ts'

/** What the relay needs to log in at another server for a database. */
export interface RelayLogin {
  /** What the database has to prove: PostgreSQL's form of a SCRAM verifier. */
  readonly verifier: string
  /** Where the login was entered for; it is sent nowhere else. */
  readonly place: Pick<RemotePlace, 'host' | 'port'>
  readonly user: string
  readonly password: string
}

/** The login with this id that a database may use, by the id of the database; undefined when there is none. */
export type FindLogin = (database: string, id: string) => Promise<RelayLogin | undefined>
