import type { FastifyInstance } from 'fastify'
import type { Job } from './jobs/job.ts'

/**
 * What one feature adds to the server. Each part is optional. `app.ts` lists the features in the order in which they
 * start. They close in the opposite order, so that a feature outlives those that build on it.
 */
export interface Slice {
  /** Mounts the feature's routes. */
  routes?(app: FastifyInstance): Promise<unknown> | unknown
  /** Mounts the feature's WebSockets, by `mountSocket`. */
  sockets?(app: FastifyInstance): void
  /** Background work with a schedule, or with runs that the feature enqueues. */
  readonly jobs?: readonly Job[]
  /** Starts continuous work once the server listens. `resumed` settles when the databases that ran before run again. */
  start?(resumed: Promise<unknown>): void
  /** Ends background work and writes what is pending. Called when no request is left. */
  close?(): Promise<unknown> | unknown
  /** Closes the connections to a project's database that is about to stop. */
  release?(ref: string): Promise<unknown> | unknown
  /** Removes what is stored or cached of a deleted project. */
  forget?(ref: string): Promise<unknown> | unknown
}

/** A slice that also returns what other features use. `Port` is the interface in its port, if there is one. */
export type SliceWithPort<Port = object> = Slice & Port & Record<string, unknown>
