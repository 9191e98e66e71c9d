import type { Settings } from './configuration.ts'

/** How a standby server follows its primary. */
export interface Primary {
  /** The folder of the socket at which this program passes it on to its primary. */
  relay: string
  /** The name of its role and of its replication slot there. */
  name: string
  password: string
}

/** How long a standby waits before it tries again to reach its primary. */
const RETRY_INTERVAL = '500ms'

/** Names the socket of the relay, which is in the folder for connections to other servers. Those go to another port. */
const RELAY_PORT = 5433
export const STANDBY_SOCKET = `.s.PGSQL.${RELAY_PORT}`

/** A value in a connection string of libpq. */
const quoted = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Settings of a standby server. */
export const standbySettings = ({ relay, name, password }: Primary): Settings => ({
  primary_conninfo: `host=${quoted(relay)} port=${RELAY_PORT} user=${name} password=${password} application_name=${name}`,
  primary_slot_name: name,
  // Long queries on the standby are not cancelled by what the primary vacuums.
  hot_standby_feedback: 'on',
  wal_retrieve_retry_interval: RETRY_INTERVAL,
})

/** Statements that prepare a primary, in order. `verifier` is the SCRAM verifier of the standby's password. */
export const attachStatements = (name: string, verifier: string): string[] => [
  `create role ${name} login replication password '${verifier}'`,
  `select from pg_catalog.pg_create_physical_replication_slot('${name}', true)`,
]
