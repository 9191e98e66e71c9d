import type pg from 'pg'

/** Something that is measured again and again in each running database. */
export interface Measurement {
  /** How often, in milliseconds: a multiple of the sampler's own interval. */
  readonly everyMs: number
  /** Measures once, as a superuser whose statements end after seconds, in a session that is kept. */
  measure(ref: string, client: pg.Client): Promise<void>
  /** Drops what is remembered of a deleted project. */
  forget(ref: string): void
}
