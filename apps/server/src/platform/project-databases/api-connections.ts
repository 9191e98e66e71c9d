import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { cachedReads } from '../cached-reads.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { backendKey, sendCancelRequest } from './cancel-request.ts'
import type { ClientCache } from './client-cache.ts'
import { callerSetup, type DatabaseCaller, isRoleRefused, roleRefused } from './database-caller.ts'
import { type FairSlots, fairSlots } from './fair-slots.ts'
import { type Hold, neverLocked } from './instance-locks.ts'
import {
  breakConnection,
  isConnectionLost,
  openPool,
  startListening,
  type Target,
  unavailable,
} from './project-connection.ts'
import { arePrepared, roundTrip, type TextRow, type TripStatement, tripsInOneWrite } from './round-trip.ts'
import {
  type JointStatement,
  QUICK_TRIP_MS,
  type SharedCall,
  type SharedTrips,
  sharedTrips,
  type Trip,
} from './shared-trips.ts'

export interface Transaction {
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>>
}

interface Use {
  readonly client: pg.PoolClient
  isBroken: boolean
}

/** Connections to one database, and the slots that share them out. */
interface Pool {
  readonly clients: ClientCache
  readonly slots: FairSlots
  /** Those in use. */
  readonly inUse: Set<pg.PoolClient>
  readonly shared: SharedTrips
}

type Work<T> = (transaction: Transaction) => Promise<T>

export type ApiConnections = ReturnType<typeof apiConnections>

interface Options {
  /** Waits until the database may be used; resolves to a function that ends the use. */
  readonly hold?: Hold
  /** Receives failures that fail no caller: of a cancel request, or of closing unused connections. */
  readonly onError: (error: Error, ref: string) => void
  /** In milliseconds; the system's by default. */
  readonly now?: () => number
}

/** Connections to projects' databases for their APIs. Only our own SQL may run on them: any other could undo `set role`. */
export function apiConnections(
  targetOf: (ref: string) => Promise<Target>,
  { hold = neverLocked, onError, now = () => performance.now() }: Options,
) {
  const pools = cachedReads(async (ref): Promise<Pool> => {
    const target = await targetOf(ref)
    return {
      clients: openPool(target),
      slots: fairSlots(target.max),
      inUse: new Set(),
      shared: sharedTrips((calls) => {
        const { joint } = calls[0]!
        return joint !== undefined && calls.length > 1
          ? runJointly(ref, calls, joint)
          : runTogether(ref, calls)
      }),
    }
  })
  let isStopping = false

  const poolOf = (ref: string): MaybePromise<Pool> => {
    if (isStopping) throw new AppError('instance_unavailable', 'The server is stopping')
    return pools.of(ref)
  }
  /** Removes the pool of a database and returns it; undefined where it could not be opened. */
  const removePool = async (ref: string) => {
    // Calls that waited for a pool that could not be opened have had the error.
    return Promise.resolve(pools.take(ref)).catch(() => undefined)
  }
  /** Rejects with `instance_unavailable` when the database does not answer. */
  const connect = async (ref: string, pool: Pool, connecting: MaybePromise<pg.PoolClient>) => {
    try {
      return await connecting
    } catch (cause) {
      // The database's address or its password may have changed.
      const isOutdated = !(cause as Error).message.startsWith('timeout exceeded')
      if (isOutdated) pools.forgetOnly(ref, pool)
      throw unavailable(cause as Error)
    }
  }
  /**
   * Uses a connection for the duration of the work, which says whether it is broken. Values that are there already, which
   * in a short call is nearly everything, are not awaited.
   */
  const connected = async <T>(
    ref: string,
    caller: DatabaseCaller,
    work: (use: Use) => Promise<T>,
  ): Promise<T> => {
    const { role, group = role, lane = '', groupMax, disconnect } = caller
    const callerSetup = hold(ref)
    const release = callerSetup instanceof Promise ? await callerSetup : callerSetup
    let releaseSlot: (() => void) | undefined
    try {
      disconnect?.throwIfReported()
      const opening = poolOf(ref)
      const pool = opening instanceof Promise ? await opening : opening
      const takingSlot = pool.slots.take({ group, lane, groupMax, disconnect })
      releaseSlot = takingSlot instanceof Promise ? await takingSlot : takingSlot
      const connecting = pool.clients.take()
      const client = connecting instanceof Promise ? await connect(ref, pool, connecting) : connecting
      pool.inUse.add(client)
      const use: Use = { client, isBroken: false }
      let cancelling: Promise<void> | undefined
      disconnect?.listen(() => {
        // Must not fail: the work ends anyway, at the latest with its statement timeout.
        cancelling = sendCancelRequest(backendKey(client)).catch((cause) =>
          onError(new Error('A cancel request failed', { cause }), ref),
        )
      })
      try {
        disconnect?.throwIfReported()
        return await work(use)
      } finally {
        disconnect?.listen(undefined)
        if (cancelling !== undefined) {
          // It may take effect late, and must not hit another caller's statement on this connection.
          use.isBroken = true
          await cancelling
        }
        pool.inUse.delete(client)
        pool.clients.release(client, use.isBroken)
      }
    } finally {
      releaseSlot?.()
      release()
    }
  }

  /** Runs calls of one caller over one connection. */
  const runTogether = async (ref: string, calls: readonly SharedCall[]): Promise<Trip> => {
    try {
      return await connected(ref, calls[0]!.caller, async (use) => {
        const from = now()
        for (let at = 0; at < calls.length; ) at += await runSome(use, calls, at)
        return { ms: now() - from }
      })
    } catch (error) {
      // Without effect on those that have their outcome.
      for (const { reject } of calls) reject(error)
      return FAILED
    }
  }

  /** Runs calls of one caller and one kind as one statement. */
  const runJointly = async (
    ref: string,
    calls: readonly SharedCall[],
    joint: JointStatement,
  ): Promise<Trip> => {
    const caller = impatient(calls[0]!.caller)
    try {
      return await connected(ref, caller, async (use) => {
        const from = now()
        const statement = joint.of(calls.map((call) => call.statement.values))
        const rows = await runOne(use, caller, callerSetup(use.client, caller), statement)
        return { ms: now() - from, deliver: () => handOut(rows, calls) }
      })
    } catch (error) {
      // One of them may be the reason. All at the same time, so that none waits for it.
      if (isOfDatabase(error)) for (const call of calls) void runTogether(ref, [call])
      else for (const { reject } of calls) reject(error)
      return FAILED
    }
  }

  /** Begins a transaction as the caller. The work ends it, and an error rolls it back. */
  const begin = <T>(
    ref: string,
    caller: DatabaseCaller,
    work: (client: pg.PoolClient, setup: ReturnType<typeof callerSetup>) => Promise<T>,
  ): Promise<T> =>
    connected(ref, caller, async (use) => {
      const { client } = use
      const setup = callerSetup(client, caller)
      try {
        return await work(client, setup)
      } catch (error) {
        use.isBroken = await client.query('rollback').then(
          () => false,
          () => true,
        )
        // One more, for BEGIN.
        if (isRoleRefused(error, setup.roleIndex + 1)) throw roleRefused(caller, error)
        throw isConnectionLost(error) ? unavailable(error as Error) : error
      }
    })

  /** Closes every connection to a database that is about to stop. */
  const close = async (ref: string) => {
    await (await removePool(ref))?.clients.end()
  }

  return {
    /**
     * Runs work in a transaction as a role with its claims. An error rolls everything back.
     * Throws `instance_unavailable` when the database does not answer, `forbidden` for a role that cannot be assumed.
     */
    transaction: <T>(ref: string, caller: DatabaseCaller, work: Work<T>): Promise<T> =>
      begin(ref, caller, async (client, setup) => {
        await roundTrip(client, [BEGIN, ...setup.statements])
        const result = await work(client)
        await client.query('commit')
        setup.succeeded()
        return result
      }),

    /**
     * Runs one statement as a role and rolls it back, in one round trip; resolves to its rows as text. Deferred constraints
     * are checked as a commit would check them. Throws like `transaction`.
     */
    dryRun: (ref: string, caller: DatabaseCaller, statement: TripStatement): Promise<TextRow[]> =>
      begin(ref, caller, (client, { statements }) =>
        roundTrip(client, [BEGIN, ...statements, statement, CHECK_DEFERRED, ROLLBACK], statements.length + 1),
      ),

    /**
     * Runs one statement as a role, in one round trip and its own transaction; resolves to its rows as text.
     * Throws like `transaction`.
     */
    once: (ref: string, caller: DatabaseCaller, statement: TripStatement): Promise<TextRow[]> =>
      connected(ref, caller, (use) => runOne(use, caller, callerSetup(use.client, caller), statement)),

    /**
     * As `once`, for statements that take less than a millisecond: with many at once, several share a connection, one after
     * another, or run as one statement if they have the same `joint`. The caller must not have a `disconnect`, whose cancel
     * request would hit another call.
     */
    onceShared: (
      ref: string,
      caller: DatabaseCaller,
      statement: TripStatement,
      joint?: JointStatement,
    ): Promise<TextRow[]> =>
      new Promise((resolve, reject) => {
        const call = { caller, statement, joint, resolve, reject }
        const pool = pools.known(ref)
        if (pool) pool.shared.add(call)
        else void runTogether(ref, [call])
      }),

    /**
     * Listens on a channel, over its own connection, until it is stopped or lost; then `onEnd` is called once.
     * Throws `instance_unavailable` when the database does not answer.
     */
    async listen(ref: string, channel: string, onNotice: (payload: string) => void, onEnd: () => void) {
      const release = await hold(ref)
      const client = await targetOf(ref)
        .then((target) => startListening(target, channel, onNotice))
        // Listening does not keep a database awake.
        .finally(release)
      client.once('end', onEnd)
      return {
        // A lost connection is closed already, and `onEnd` was called.
        stop: () => client.end().catch(() => undefined),
        /** Resolves when every notice of earlier commits has been delivered. PostgreSQL sends them first. */
        caughtUp: async () =>
          void (await client.query('').catch((cause) => Promise.reject(unavailable(cause)))),
        /** Identifies the newest transaction that wrote something: if unchanged later, none has written since. */
        async newestWrite(): Promise<string> {
          const { rows } = await client.query(
            'select pg_snapshot_xmax(pg_current_snapshot())::text as newest',
          )
          return rows[0].newest
        },
      }
    },

    /** Opens new connections for later calls; calls in progress end on the old ones. */
    renew(ref: string) {
      Promise.resolve(pools.take(ref)).then(
        (pool) => pool?.clients.end().catch((error) => onError(error, ref)),
        // Their callers have had the error, and there is nothing to close.
        () => undefined,
      )
    },

    /** Breaks all connections to a database that has stopped answering, so that nobody waits for it. Does not throw. */
    async abort(ref: string) {
      const pool = await removePool(ref)
      for (const client of pool?.inUse ?? []) breakConnection(client, unavailable(NOT_ANSWERING))
      pool?.clients.end().catch(() => undefined)
    },

    close,

    /** The databases to which connections are open. */
    keys: pools.keys,

    async closeAll() {
      isStopping = true
      await Promise.all(pools.keys().map(close))
    },
  }
}

const impatientCallers = new WeakMap<DatabaseCaller, DatabaseCaller>()

/**
 * The caller of a joint statement, which fails when it has waited this long for a lock: calls must not wait because
 * somebody holds what one of them needs, and two such statements that hold what the other needs must not block each other.
 */
function impatient(caller: DatabaseCaller): DatabaseCaller {
  const known = impatientCallers.get(caller)
  if (known !== undefined) return known
  const settings = { ...caller.settings, lock_timeout: `${QUICK_TRIP_MS}ms` }
  const made = { ...caller, settings }
  impatientCallers.set(caller, made)
  return made
}

type Setup = ReturnType<typeof callerSetup>

const runOne = (use: Use, caller: DatabaseCaller, setup: Setup, statement: TripStatement) =>
  roundTrip(use.client, [...setup.statements, statement]).then(
    (rows) => {
      setup.succeeded()
      return rows
    },
    (error: unknown) => {
      throw failureOf(use, caller, setup, error)
    },
  )

/** What a failed trip tells its caller. Notes when the connection cannot be used again. */
function failureOf(use: Use, caller: DatabaseCaller, { roleIndex }: Setup, error: unknown) {
  use.isBroken ||= !isOfDatabase(error)
  if (isConnectionLost(error)) return unavailable(error as Error)
  return isRoleRefused(error, roleIndex) ? roleRefused(caller, error) : error
}

/**
 * Runs the calls from `at` on that can be sent together, at least one; resolves to their number. One whose connection has
 * to be set up for its caller, or to prepare its statement, goes alone.
 */
async function runSome(use: Use, calls: readonly SharedCall[], at: number): Promise<number> {
  const { caller, statement, resolve, reject } = calls[at]!
  const setup = callerSetup(use.client, caller)
  const trips: TripStatement[][] = []
  if (setup.isSame)
    for (const next of calls.slice(at)) {
      const trip = [...setup.statements, next.statement]
      if (!arePrepared(use.client, trip)) break
      trips.push(trip)
    }
  if (trips.length <= 1) {
    await runOne(use, caller, setup, statement).then(resolve, reject)
    return 1
  }
  let hasFailed = false
  const outcomes = tripsInOneWrite(use.client, trips).map((rows, index) =>
    rows.then(calls[at + index]!.resolve, (error: unknown) => {
      hasFailed = true
      calls[at + index]!.reject(failureOf(use, caller, setup, error))
    }),
  )
  await Promise.all(outcomes)
  if (!hasFailed) setup.succeeded()
  return trips.length
}

/** Each row of a joint statement goes to the call whose number it has. */
function handOut(rows: readonly TextRow[], calls: readonly SharedCall[]) {
  const rowsOf = calls.map((): TextRow[] => [])
  for (const [number, ...row] of rows) rowsOf[Number(number) - 1]!.push(row)
  for (const [at, { resolve }] of calls.entries()) resolve(rowsOf[at]!)
}

const FAILED: Trip = { ms: undefined }

/** Whether PostgreSQL refused the statement, so that the connection can be used again. */
const isOfDatabase = (error: unknown) => (error as { severity?: unknown }).severity === 'ERROR'

const NOT_ANSWERING = new Error('nothing has come back from it for a while')

const BEGIN: TripStatement = { text: 'begin', values: [] }
const CHECK_DEFERRED: TripStatement = { text: 'set constraints all immediate', values: [] }
const ROLLBACK: TripStatement = { text: 'rollback', values: [] }
