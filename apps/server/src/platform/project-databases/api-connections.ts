import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { keptReads } from '../kept-reads.ts'
import type { Soon } from '../soon.ts'
import { backendKey, sendCancelRequest } from './cancel-request.ts'
import { type DatabaseCaller, entering, isRoleRefused, roleRefused } from './database-caller.ts'
import { type FairPlaces, fairPlaces } from './fair-places.ts'
import { alwaysOpen, type Enter } from './instance-doors.ts'
import type { LentClients } from './lent-clients.ts'
import {
  breakConnection,
  isConnectionLost,
  openPool,
  startListening,
  type Target,
  unavailable,
} from './project-connection.ts'
import { roundTrip, type TextRow, type TripStatement } from './round-trip.ts'

export interface Transaction {
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>>
}

interface Use {
  readonly client: pg.PoolClient
  isBroken: boolean
}

/** Connections to one database, and the places that share them out. */
interface Pool {
  readonly clients: LentClients
  readonly places: FairPlaces
  /** Those that are lent out. */
  readonly lent: Set<pg.PoolClient>
}

type Work<T> = (transaction: Transaction) => Promise<T>

export type ApiConnections = ReturnType<typeof apiConnections>

interface Options {
  /** Waits until the database may be used; resolves to what leaves it again. */
  readonly enter?: Enter
  /** Told of what failed without failing a caller: a cancel request, or the end of connections no longer used. */
  readonly onError: (error: Error, ref: string) => void
}

/** Connections to projects' databases for their own APIs. Only SQL of ours runs on them: it could undo `set role`. */
export function apiConnections(
  targetOf: (ref: string) => Promise<Target>,
  { enter = alwaysOpen, onError }: Options,
) {
  const pools = keptReads(async (ref): Promise<Pool> => {
    const target = await targetOf(ref)
    return { clients: openPool(target), places: fairPlaces(target.max), lent: new Set() }
  })
  let isStopping = false

  const poolOf = (ref: string): Soon<Pool> => {
    if (isStopping) throw new AppError('instance_unavailable', 'The server is stopping')
    return pools.of(ref)
  }
  /** The connections to a database, which are no longer used from now on; undefined where none could be opened. */
  const takeAway = async (ref: string) => {
    // If they could not be opened, the calls that waited for them have been told.
    return Promise.resolve(pools.take(ref)).catch(() => undefined)
  }
  /** Rejects with `instance_unavailable` when the database does not answer. */
  const connect = async (ref: string, pool: Pool, connecting: Soon<pg.PoolClient>) => {
    try {
      return await connecting
    } catch (cause) {
      // Where the database answers, or its password, may have changed.
      const isOutdated = !(cause as Error).message.startsWith('timeout exceeded')
      if (isOutdated) pools.forgetOnly(ref, pool)
      throw unavailable(cause as Error)
    }
  }
  /**
   * Uses a connection for as long as the work takes; the work says whether it is broken. Nothing is awaited that is there
   * already, which is nearly everything of a short call.
   */
  const connected = async <T>(
    ref: string,
    caller: DatabaseCaller,
    work: (use: Use) => Promise<T>,
  ): Promise<T> => {
    const { role, group = role, lane = '', disconnect } = caller
    const entering = enter(ref)
    const leave = entering instanceof Promise ? await entering : entering
    let leavePlace: (() => void) | undefined
    try {
      disconnect?.throwIfReported()
      const opening = poolOf(ref)
      const pool = opening instanceof Promise ? await opening : opening
      const taking = pool.places.take({ group, lane, disconnect })
      leavePlace = taking instanceof Promise ? await taking : taking
      const connecting = pool.clients.take()
      const client = connecting instanceof Promise ? await connect(ref, pool, connecting) : connecting
      pool.lent.add(client)
      const use: Use = { client, isBroken: false }
      let cancelling: Promise<void> | undefined
      disconnect?.listen(() => {
        // Not failing: the work ends by itself, at the latest with its statement timeout.
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
          // It may arrive late and must not hit another caller's statement on this connection.
          use.isBroken = true
          await cancelling
        }
        pool.lent.delete(client)
        pool.clients.release(client, use.isBroken)
      }
    } finally {
      leavePlace?.()
      leave()
    }
  }

  /** Begins a transaction as the caller; the work ends it, and an error rolls it back. */
  const begin = <T>(
    ref: string,
    caller: DatabaseCaller,
    work: (client: pg.PoolClient, entry: ReturnType<typeof entering>) => Promise<T>,
  ): Promise<T> =>
    connected(ref, caller, async (use) => {
      const { client } = use
      const entry = entering(client, caller)
      try {
        return await work(client, entry)
      } catch (error) {
        use.isBroken = await client.query('rollback').then(
          () => false,
          () => true,
        )
        // One more: BEGIN comes before them.
        if (isRoleRefused(error, entry.becomesAt + 1)) throw roleRefused(caller, error)
        throw isConnectionLost(error) ? unavailable(error as Error) : error
      }
    })

  /** Ends every connection to a database that is about to stop. */
  const close = async (ref: string) => {
    await (await takeAway(ref))?.clients.end()
  }

  return {
    /**
     * Runs work in a transaction as a role with its claims; what it throws rolls everything back.
     * Throws `instance_unavailable` when the database does not answer, `forbidden` for a role nobody may become.
     */
    transaction: <T>(ref: string, caller: DatabaseCaller, work: Work<T>): Promise<T> =>
      begin(ref, caller, async (client, entry) => {
        await roundTrip(client, [BEGIN, ...entry.statements])
        const result = await work(client)
        await client.query('commit')
        entry.succeeded()
        return result
      }),

    /**
     * Runs one statement as a role and undoes what it did, in one round trip; resolves to its rows as text. Deferred
     * constraints are checked as a commit would check them. Throws like `transaction`.
     */
    rehearsed: (ref: string, caller: DatabaseCaller, statement: TripStatement): Promise<TextRow[]> =>
      begin(ref, caller, (client, { statements }) =>
        roundTrip(client, [BEGIN, ...statements, statement, CHECK_DEFERRED, ROLLBACK], statements.length + 1),
      ),

    /**
     * Runs one statement as a role, in one round trip and a transaction of its own; resolves to its rows as text.
     * Throws like `transaction`.
     */
    once: (ref: string, caller: DatabaseCaller, statement: TripStatement): Promise<TextRow[]> =>
      connected(ref, caller, (use) => {
        const entry = entering(use.client, caller)
        return roundTrip(use.client, [...entry.statements, statement]).then(
          (rows) => {
            entry.succeeded()
            return rows
          },
          (error: unknown) => {
            use.isBroken = !isOfDatabase(error)
            if (isConnectionLost(error)) throw unavailable(error as Error)
            throw isRoleRefused(error, entry.becomesAt) ? roleRefused(caller, error) : error
          },
        )
      }),

    /**
     * Hears notices on a channel, on a connection of its own, until it is stopped or lost; then `onEnd` is called once.
     * Throws `instance_unavailable` when the database does not answer.
     */
    async listen(ref: string, channel: string, onNotice: (payload: string) => void, onEnd: () => void) {
      const leave = await enter(ref)
      const client = await targetOf(ref)
        .then((target) => startListening(target, channel, onNotice))
        // Who only listens keeps nobody awake.
        .finally(leave)
      client.once('end', onEnd)
      return {
        // A connection that was lost is closed already, and its end has been told.
        stop: () => client.end().catch(() => undefined),
        /** Resolves when every notice of what was committed before has been heard. PostgreSQL sends them first. */
        caughtUp: async () =>
          void (await client.query('').catch((cause) => Promise.reject(unavailable(cause)))),
        /** Names the newest transaction that has written something: the same name later means that none has since. */
        async newestWrite(): Promise<string> {
          const { rows } = await client.query(
            'select pg_snapshot_xmax(pg_current_snapshot())::text as newest',
          )
          return rows[0].newest
        },
      }
    },

    /** Opens connections again for what comes from now on; what is under way ends on the old ones. */
    renew(ref: string) {
      Promise.resolve(pools.take(ref)).then(
        (pool) => pool?.clients.end().catch((error) => onError(error, ref)),
        // Connections that could not be opened have told their caller, and there is nothing to close.
        () => undefined,
      )
    },

    /** Ends what runs on a database that has stopped answering: nobody is kept waiting for it. Throws nothing. */
    async giveUp(ref: string) {
      const pool = await takeAway(ref)
      for (const client of pool?.lent ?? []) breakConnection(client, unavailable(NOT_ANSWERING))
      pool?.clients.end().catch(() => undefined)
    },

    close,

    async closeAll() {
      isStopping = true
      await Promise.all(pools.keys().map(close))
    },
  }
}

/** Whether PostgreSQL itself has refused, and its connection can be used again. */
const isOfDatabase = (error: unknown) => (error as { severity?: unknown }).severity === 'ERROR'

const NOT_ANSWERING = new Error('nothing has come back from it for a while')

const BEGIN: TripStatement = { text: 'begin', values: [] }
const CHECK_DEFERRED: TripStatement = { text: 'set constraints all immediate', values: [] }
const ROLLBACK: TripStatement = { text: 'rollback', values: [] }
