import type { ServerEndpoint } from '@basalt/postgres-wire/server-address.ts'
/** How long a server connection stays with its client. */
export type PoolMode = 'session' | 'transaction'

/** What a connection says about itself before anything is known of it. Nothing in it has been proven. */
export interface Login {
  /** As the client wrote it; what it means, such as `{role}.{project}`, is the resolver's business. */
  user: string
  database: string
  mode: PoolMode
  /** The name that `createGateway` gave to the port it came in by. */
  listener: string
  remoteAddress: string
  isEncrypted: boolean
  /** It wants to replicate, and is refused if the resolver has no other words for it. */
  isReplication: boolean
}

/** How long things may take in a pool, in milliseconds. */
export interface PoolTimes {
  /** That a client waits for a server connection. */
  queueTimeoutMs: number
  /** That a server connection may be used by nobody. */
  serverIdleMs: number
  /** That a server connection lives; then it is closed when it is next given back. */
  serverLifetimeMs: number
}

/** Where a login leads. */
export interface Route {
  /** Clients of one group share a limit, are counted together and can be sent away together: a project. */
  group: string
  /**
   * Of a group, those who have their own places and server connections: clients are counted and server connections
   * shared only among the same. The group unless said.
   */
  countedAs?: string
  role: string
  database: string
  /** What PostgreSQL stores for the role's password. Undefined when it has none: then no password is right. */
  verifier: string | undefined
  /**
   * How the gateway logs in to the server. Without it the client's own proof is passed through, which works exactly
   * as long as the server has the very same verifier.
   */
  password?: string
  /** Server connections for each role, database and mode. */
  poolSize: number
  /**
   * Connections of the server that all pools of the group together leave to others, such as direct clients, on top of
   * those that the server itself reserves. None unless said.
   */
  leavesToOthers?: number
  /** Clients of the group at a time, in both modes together. */
  maxClients: number
  /** Where the gateway's own limits do not fit. As of the size, the newest login's hold for all who share its pool. */
  times?: Partial<PoolTimes>
  /** In session mode: that cancel requests will go to the server itself, past the gateway, and need the server's key. */
  cancelsAtServer?: boolean
  /**
   * Where the server answers. Asked for every new server connection, so that it may wake a sleeping server first and
   * tell of a moved one. @throws Error whose message is told to the clients that wait, best a PostgresError
   */
  endpoint(): Promise<ServerEndpoint>
}

/** Of a group, only those clients that came in as a role, or have their places together. */
export type Part = Partial<Pick<Route, 'role' | 'countedAs'>>

/** Whether a route leads to that part of a group, or to any when none is named. */
export const isWithin = (route: Route, { role, countedAs }: Part = {}): boolean =>
  (role === undefined || route.role === role) && (countedAs === undefined || route.countedAs === countedAs)

/** Told of each connection that has named a login: whether it proved to know the password. */
export type LoginWatch = (login: Login, isIn: boolean) => void

/**
 * Finds out where a login leads; undefined when it leads nowhere, which the client cannot tell from a wrong password.
 * It should take as long for those that lead nowhere as for the others.
 * @throws PostgresError to refuse openly, for instance a connection that is not encrypted
 */
export type Resolver = (login: Login) => Promise<Route | undefined>
