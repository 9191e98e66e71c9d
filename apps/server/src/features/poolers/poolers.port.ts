import type { ConnectionMethodQuery } from '@basalt/contract/connect/connect.schema.ts'
import type { Login } from '@basalt/postgres-gateway/resolver.ts'
import type { FastifyRequest } from 'fastify'

/** The address of a pooler, and the user name to log in with. */
export interface PoolerAddress {
  host: string
  port: number
  user: string
}

/** A login at a pooler that names a project, which may not exist. */
export interface PoolerAttempt {
  login: Login
  ref: string
  role: string
  /** Through the port of all projects, of the project's dedicated pooler, or of its database. */
  via: 'shared' | 'dedicated' | 'direct'
}

/** What other features need from the poolers. */
export interface Poolers {
  /** Disconnects the clients of a project, or those that logged in as one of its roles. */
  disconnect(ref: string, only?: { role: string }): void
  /** The address and login of a pooler for this request's client; undefined when there is none. */
  addressOf(
    request: FastifyRequest,
    ref: string,
    way: ConnectionMethodQuery,
  ): Promise<PoolerAddress | undefined>
}
