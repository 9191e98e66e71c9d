import { ExtendedQueryWriter } from '@basalt/postgres-wire/extended-query-writer.ts'
import type pg from 'pg'

/** Statements that one connection keeps prepared; the least recently used is evicted. */
export const PREPARED_MAX = 200

export interface TripStatement {
  text: string
  /** As text; a Buffer is sent as binary. */
  values: readonly (string | Buffer | null)[]
}

/** The columns of a row as PostgreSQL writes them. */
export type TextRow = (string | null)[]

/** The prepared statements of a connection: names by text, least recently used first. */
interface Prepared {
  names: Map<string, string>
  made: number
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
    client.query(new RoundTrip(statements, resultIndex, true, resolve, reject) as unknown as pg.Submittable)
  })

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
    const last = statements.length - 1
    client.query(new RoundTrip(statements, last, false, resolve, reject) as unknown as pg.Submittable)
  })

const failedIndexes = new WeakMap<object, number>()

/** The index of the statement that failed; undefined for other errors. */
export const failedAt = (error: unknown) =>
  typeof error === 'object' && error !== null ? failedIndexes.get(error) : undefined

/** The statement that the next one replaces. */
const UNNAMED = ''

/** The object that `pg` calls while the answer arrives. */
class RoundTrip {
  private readonly statements: readonly TripStatement[]
  private readonly resultIndex: number
  private readonly isKept: boolean
  private readonly resolve: (rows: TextRow[]) => void
  private readonly reject: (error: Error) => void
  private rows: TextRow[] = []
  private completed = 0
  private fresh: string[] = []

  constructor(
    statements: readonly TripStatement[],
    resultIndex: number,
    isKept: boolean,
    resolve: (rows: TextRow[]) => void,
    reject: (error: Error) => void,
  ) {
    this.statements = statements
    this.resultIndex = resultIndex
    this.isKept = isKept
    this.resolve = resolve
    this.reject = reject
  }

  submit(connection: Wire) {
    const prepared = preparedOf(connection)
    for (const name of prepared.uncertain.splice(0)) message.close(name)
    for (const { text, values } of this.statements) {
      message.bind(this.prepare(prepared, text), values)
      message.execute()
    }
    message.sync()
    connection.stream.write(message.take())
    return null
  }

  private prepare(prepared: Prepared, text: string): string {
    if (!this.isKept) {
      message.parse(UNNAMED, text)
      return UNNAMED
    }
    const existing = prepared.names.get(text)
    if (existing !== undefined) {
      // Set again, it becomes the most recently used.
      prepared.names.delete(text)
      prepared.names.set(text, existing)
      return existing
    }
    if (prepared.names.size >= PREPARED_MAX) {
      const [oldest, name] = prepared.names.entries().next().value as [string, string]
      prepared.names.delete(oldest)
      message.close(name)
    }
    prepared.made += 1
    const name = `basalt_trip_${prepared.made}`
    message.parse(name, text)
    prepared.names.set(text, name)
    this.fresh.push(text)
    return name
  }

  handleDataRow({ fields }: { fields: TextRow }) {
    if (this.completed === this.resultIndex) this.rows.push(fields)
  }

  handleCommandComplete() {
    this.completed += 1
  }

  handleReadyForQuery() {
    this.resolve(this.rows)
  }

  handleError(error: Error, connection: Wire) {
    // It is unknown whether PostgreSQL has prepared them, so their names are not used again.
    const prepared = preparedOf(connection)
    for (const text of this.fresh) {
      const name = prepared.names.get(text)
      prepared.names.delete(text)
      if (name !== undefined) prepared.uncertain.push(name)
    }
    failedIndexes.set(error, this.completed)
    this.reject(error)
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

function preparedOf(connection: object): Prepared {
  const existing = preparedOn.get(connection) ?? { names: new Map<string, string>(), made: 0, uncertain: [] }
  preparedOn.set(connection, existing)
  return existing
}
