import { ExtendedQueryWriter } from '@basalt/postgres-wire/extended-query-writer.ts'
import type pg from 'pg'

/** Statements that one connection keeps prepared; the least recently used is evicted. */
export const PREPARED_MAX = 200

export interface TripStatement {
  text: string
  /** As text; a Buffer is sent as binary. */
  values: readonly (string | Buffer | null)[]
  /** Is it parsed each time, and planned for its values? */
  isOnce?: boolean
}

/** The columns of a row as PostgreSQL writes them. */
export type TextRow = (string | null)[]

interface PreparedStatement {
  readonly name: string
  /** The number of the use that was its last. */
  usedAt: number
}

/** The prepared statements of a connection, by text. */
interface Prepared {
  readonly statements: Map<string, PreparedStatement>
  made: number
  /** How often any of them was used. */
  uses: number
  /** Names whose statement may or may not exist. */
  uncertain: string[]
}

const preparedOn = new WeakMap<object, Prepared>()

/**
 * Sends several statements in one round trip, as one transaction that PostgreSQL itself begins and ends: all of them
 * happen, or none. Resolves to the rows of the last one, or of the one at `resultIndex`. Rejects with the first error.
 */
export const roundTrip = (
  client: pg.PoolClient,
  statements: readonly TripStatement[],
  resultIndex = statements.length - 1,
): Promise<TextRow[]> =>
  new Promise((resolve, reject) => {
    send(client, { statements, isKept: true }, (results) => resolve(results[resultIndex] ?? []), reject)
  })

/**
 * Sends several trips in one write. Each is a transaction of its own that begins when the one before it has ended; its
 * promise resolves to the rows of its last statement, or rejects with its own error. The connection must have all their
 * statements prepared already: otherwise a trip that fails could take those behind it along.
 */
export function tripsInOneWrite(
  client: pg.PoolClient,
  trips: readonly (readonly TripStatement[])[],
): Promise<TextRow[]>[] {
  const queued: RoundTrip[] = []
  const rows = trips.map(
    (statements, at) =>
      new Promise<TextRow[]>((resolve, reject) => {
        const lastOf = (results: Results) => results[statements.length - 1] ?? []
        // The driver learns of a trip when the one before it has ended, so that its own queue stays empty.
        const onEnd = () => void (queued[at + 1] && client.query(asQuery(queued[at + 1]!)))
        const trip = { statements, isKept: true, onEnd }
        queued.push(new RoundTrip(trip, (results) => resolve(lastOf(results)), reject))
      }),
  )
  const [first, ...others] = queued
  if (first) client.query(asQuery(first.leading(others)))
  return rows
}

/** Whether a connection has all these statements prepared, by earlier trips. */
export function arePrepared(client: pg.PoolClient, statements: readonly TripStatement[]) {
  const prepared = preparedOf((client as unknown as WithConnection).connection)
  return statements.every(({ text }) => prepared.statements.has(text))
}

/**
 * Sends several statements in one round trip and keeps none of them prepared, for a connection whose session is reset
 * between uses. One of them may begin a transaction, which then stays open. Resolves to the rows of the last one.
 * Rejects with the first error.
 */
export const unpreparedTrip = (
  client: pg.PoolClient,
  statements: readonly TripStatement[],
): Promise<TextRow[]> =>
  new Promise((resolve, reject) => {
    const lastOf = (results: Results) => results[statements.length - 1] ?? []
    send(client, { statements, isKept: false }, (results) => resolve(lastOf(results)), reject)
  })

/**
 * Sends several statements in one round trip and keeps them prepared, except those that say `isOnce`. They may begin and
 * end transactions. Resolves to the rows of each: `rows` as soon as `statements` are done, `behind` later. Both are
 * rejected with the first error, behind which nothing runs, unless `rows` were there before.
 */
export function tripAndBehind(
  client: pg.PoolClient,
  statements: readonly TripStatement[],
  behind: readonly TripStatement[],
): { readonly rows: Promise<TextRow[][]>; readonly behind: Promise<TextRow[][]> } {
  const awaited = Promise.withResolvers<TextRow[][]>()
  const later = Promise.withResolvers<TextRow[][]>()
  const trip = {
    statements: [...statements, ...behind],
    isKept: true,
    awaited: {
      count: statements.length,
      onComplete: (results: Results) => awaited.resolve(rowsOf(statements, results)),
    },
  }
  send(
    client,
    trip,
    (results) => later.resolve(rowsOf(behind, results.slice(statements.length))),
    (error) => {
      // Without effect once they have resolved.
      awaited.reject(error)
      later.reject(error)
    },
  )
  return { rows: awaited.promise, behind: later.promise }
}

const rowsOf = (statements: readonly TripStatement[], results: Results): TextRow[][] =>
  statements.map((_, at) => results[at] ?? [])

const send = (client: pg.PoolClient, ...trip: ConstructorParameters<typeof RoundTrip>) =>
  void client.query(asQuery(new RoundTrip(...trip)))

const asQuery = (trip: RoundTrip) => trip as unknown as pg.Submittable

/** By statement; undefined for those without rows. */
type Results = readonly (TextRow[] | undefined)[]

interface Trip {
  readonly statements: readonly TripStatement[]
  /** Do its statements stay prepared? */
  readonly isKept: boolean
  /** The first `count` of them are answered before the others run. */
  readonly awaited?: { readonly count: number; onComplete(results: Results): void }
  /** Called when its outcome is known. */
  onEnd?(): void
}

/** How many statements the trips on a connection left prepared; undefined when that is not known, after an error. */
export function preparedCount(client: WithConnection): number | undefined {
  const { statements, uncertain } = preparedOf(client.connection)
  return uncertain.length === 0 ? statements.size : undefined
}

/** To be called after a `discard all` or `deallocate all`. */
export const forgetPrepared = (client: WithConnection) => void preparedOn.delete(client.connection)

/** A client of the driver, with a part that its published type omits. */
interface WithConnection {
  readonly connection: object
}

const failedIndexes = new WeakMap<object, number>()

/** The index of the statement that failed; undefined for other errors. */
export const failedAt = (error: unknown) =>
  typeof error === 'object' && error !== null ? failedIndexes.get(error) : undefined

/** The statement that the next one replaces. */
const UNNAMED = ''

function unnamed(text: string) {
  message.parse(UNNAMED, text)
  return UNNAMED
}

/** The object that `pg` calls while the answer arrives. */
class RoundTrip {
  private readonly trip: Trip
  private readonly resolve: (results: Results) => void
  private readonly reject: (error: Error) => void
  private readonly results: TextRow[][] = []
  private completed = 0
  private fresh: string[] = []
  /** Those that are written together with it. */
  private others: readonly RoundTrip[] = []
  private isWritten = false

  constructor(trip: Trip, resolve: (results: Results) => void, reject: (error: Error) => void) {
    this.trip = trip
    this.resolve = resolve
    this.reject = reject
  }

  /** Writes the others, too, when its turn comes. */
  leading(others: readonly RoundTrip[]) {
    this.others = others
    return this
  }

  submit(connection: Wire) {
    if (this.isWritten) return null
    this.write(connection)
    for (const other of this.others) other.write(connection)
    connection.stream.write(message.take())
    return null
  }

  private write(connection: Wire) {
    this.isWritten = true
    const prepared = preparedOf(connection)
    for (const name of prepared.uncertain.splice(0)) message.close(name)
    const { statements, isKept, awaited } = this.trip
    for (const [at, { text, values, isOnce }] of statements.entries()) {
      message.bind(isKept && !isOnce ? this.prepare(prepared, text) : unnamed(text), values)
      message.execute()
      if (at + 1 === awaited?.count) message.flush()
    }
    message.sync()
  }

  private prepare(prepared: Prepared, text: string): string {
    prepared.uses += 1
    const existing = prepared.statements.get(text)
    if (existing !== undefined) {
      // Deleting and adding it again would leave holes in the map, which is then rebuilt every few calls.
      existing.usedAt = prepared.uses
      return existing.name
    }
    if (prepared.statements.size >= PREPARED_MAX) evictOldest(prepared)
    prepared.made += 1
    const name = `basalt_trip_${prepared.made}`
    message.parse(name, text)
    prepared.statements.set(text, { name, usedAt: prepared.uses })
    this.fresh.push(text)
    return name
  }

  handleDataRow({ fields }: { fields: TextRow }) {
    const rows = this.results[this.completed]
    if (rows) rows.push(fields)
    else this.results[this.completed] = [fields]
  }

  handleCommandComplete() {
    this.completed += 1
    const { awaited } = this.trip
    if (this.completed === awaited?.count) awaited.onComplete(this.results)
  }

  handleReadyForQuery() {
    this.resolve(this.results)
    this.trip.onEnd?.()
  }

  handleError(error: Error, connection: Wire) {
    // It is unknown whether PostgreSQL has prepared them, so their names are not used again.
    const prepared = preparedOf(connection)
    for (const text of this.fresh) {
      const known = prepared.statements.get(text)
      prepared.statements.delete(text)
      if (known !== undefined) prepared.uncertain.push(known.name)
    }
    failedIndexes.set(error, this.completed)
    this.reject(error)
    this.trip.onEnd?.()
  }

  handleRowDescription() {}
  handleEmptyQuery() {}
  handlePortalSuspended() {}
  handleCopyInResponse(connection: Wire) {
    connection.sendCopyFail('No data can be copied here')
  }
  handleCopyData() {}
}

/** The part of the driver's connection that is used here. */
interface Wire {
  stream: { write(bytes: Buffer): unknown }
  sendCopyFail(message: string): void
}

/** Shared, because each trip is written as a whole before the next begins. */
const message = new ExtendedQueryWriter()

/** Closes the least recently used statement. */
function evictOldest({ statements }: Prepared) {
  let oldest: [text: string, statement: PreparedStatement] | undefined
  for (const one of statements) if (oldest === undefined || one[1].usedAt < oldest[1].usedAt) oldest = one
  if (oldest === undefined) return
  statements.delete(oldest[0])
  message.close(oldest[1].name)
}

function preparedOf(connection: object): Prepared {
  const known = preparedOn.get(connection)
  if (known !== undefined) return known
  const prepared: Prepared = { statements: new Map(), made: 0, uses: 0, uncertain: [] }
  preparedOn.set(connection, prepared)
  return prepared
}
