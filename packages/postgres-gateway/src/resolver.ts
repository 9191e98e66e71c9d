import type { ServerEndpoint } from '@basalt/postgres-wire/server-address.ts'
/** How long a server connection stays with its client. */
export type PoolMode = 'session' | 'transaction'

/** What a connection states before it has authenticated. None of it is verified. */
export interface Login {
  /** As the client wrote it; the resolver interprets it, for example as `{role}.{project}`. */
  user: string
  database: string
  mode: PoolMode
  /** The name of the listener that accepted it. */
  listener: string
  remoteAddress: string
  isEncrypted: boolean
  /** It is a replication connection, which is refused after the resolver had the chance to. */
  isReplication: boolean
}

/** Time limits of a pool, in milliseconds. */
export interface PoolTimes {
  /** How long a client may wait for a server connection. */
  queueTimeoutMs: number
  /** How long a server connection may be unused. */
  serverIdleMs: number
  /** The age at which a server connection is closed when it is next returned. */
  serverLifetimeMs: number
}

/** The target of a login. */
export interface Route {
  /** Clients of one group share a limit, are counted together and can be disconnected together: a project. */
  group: string
  /**
   * Divides a group: clients are counted, and server connections shared, only among those with the same value.
   * The group itself unless stated.
   */
  quotaGroup?: string
  role: string
  database: string
  /** What PostgreSQL stores for the role's password. Undefined when it has none; then every password is wrong. */
  verifier: string | undefined
  /**
   * The password for the login at the server. Without it the client's own proof is passed through, which works only as
   * long as the server has the very same verifier.
   */
  password?: string
  /** Server connections for each role, database and mode. */
  poolSize: number
  /**
   * Connections of the server that all pools of the group leave free, for example for direct clients, in addition to
   * those that the server reserves itself. None unless stated.
   */
  reservedConnections?: number
  /** Clients of the group at a time, over both modes. */
  maxClients: number
  /** Overrides of the gateway's limits. As with `poolSize`, the newest login decides for all that share its pool. */
  times?: Partial<PoolTimes>
  /** Settings that every server connection begins with, before those of the client and in spite of them. */
  serverSettings?: Readonly<Record<string, string>>
  /** In session mode: cancel requests will go directly to the server, so clients need the server's key. */
  cancelsAtServer?: boolean
  /**
   * The server's address. Called for every new server connection, so it may wake a sleeping server, and may change.
   * @throws Error whose message is sent to the waiting clients, preferably a PostgresError
   */
  endpoint(): Promise<ServerEndpoint>
}

/** A part of a group: the clients of a role, or with the same `quotaGroup`. */
export type Part = Partial<Pick<Route, 'role' | 'quotaGroup'>>

/** Whether a route belongs to that part of its group; true when none is given. */
export const isWithin = (route: Route, { role, quotaGroup }: Part = {}): boolean =>
  (role === undefined || route.role === role) && (quotaGroup === undefined || route.quotaGroup === quotaGroup)

/** Called for each login attempt: whether the password was right. */
export type LoginListener = (login: Login, isIn: boolean) => void

/**
 * Resolves a login; undefined when it does not exist, which the client cannot tell from a wrong password. Should take
 * equally long in both cases.
 * @throws PostgresError to refuse openly, for instance a connection that is not encrypted
 */
export type Resolver = (login: Login) => Promise<Route | undefined>

/** Names what shares server connections: a part of a group, or the whole. */
export const poolName = ({ group, quotaGroup = group }: Pick<Route, 'group' | 'quotaGroup'>): string =>
  quotaGroup
