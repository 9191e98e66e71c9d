import type pg from 'pg'
import { waitFor } from './wait-for.ts'

/** A table without a log of its own, and a function for indexes of it that waits while somebody holds the lock. */
const TABLE = `
  create unlogged table passing as select n from generate_series(1, 3) n;
  create function waiting(n int) returns int immutable language plpgsql as
    $$ begin perform pg_catalog.pg_advisory_xact_lock_shared(1); return n; end $$`

const WAITS = "select from pg_catalog.pg_locks where locktype = 'advisory' and not granted"

type Session = Pick<pg.Client, 'query'>

/**
 * Begins to build an index of an unlogged table `passing`, and resolves while it is being built. The returned function has it
 * built to its end.
 */
export async function unloggedIndexBeingBuilt(
  holder: Session,
  builder: Session,
): Promise<() => Promise<void>> {
  await holder.query(TABLE)
  await holder.query('select pg_catalog.pg_advisory_lock(1)')
  const built = builder.query('create index on passing (waiting(n))')
  // Reported where it is awaited.
  built.catch(() => undefined)
  await waitFor(async () => (await holder.query(WAITS)).rowCount !== 0)
  return async () => {
    await holder.query('select pg_catalog.pg_advisory_unlock(1)')
    await built
  }
}
