import type { ChangeOrigin } from '@basalt/contract/ledger/ledger.rules.ts'
import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { scanProblem } from '@basalt/sql/scan-cost.ts'
import { splitStatements } from '@basalt/sql/split-statements.ts'
import type pg from 'pg'
import { AppError } from '../../../http/app-error.ts'
import type { MemberRights } from '../../../platform/project-databases/sql/member-rights.ts'
import type { SqlRights } from '../../../platform/project-databases/sql/sql-login.ts'
import type { SqlPools } from '../../../platform/project-databases/sql/sql-pools.ts'
import type { RunningQueries } from '../activity/running-queries.ts'
import { type AssumedRole, assumeRole } from '../sessions/assumed-role.ts'
import { resolveClaims } from '../sessions/claims-function.ts'
import type { HeldTransactions } from '../sessions/held-transactions.ts'
import { beginReadOnly, refuseTransactionControl } from '../sessions/read-only.ts'
import { Execution } from './execution.ts'
import type { StopTimes } from './flow.rules.ts'
import { QueryEvents } from './query-events.ts'
import type { RunLimits } from './row-budget.ts'
import type { PackedRows } from './run-event.ts'
import { StatementRun } from './statement-run.ts'

export interface QueryRequest {
  readonly ref: string
  /** Identifies one of the project's databases; the primary by default. */
  readonly database?: string | undefined
  readonly startedBy: { readonly userId: string; readonly email: string }
  readonly text: string
  /** Where the text comes from. */
  readonly origin: ChangeOrigin
  readonly rights: SqlRights
  /** The role to run as instead of the caller's own; only for callers with full rights. */
  readonly as?: AssumedRole | undefined
  readonly limits: RunLimits
  /** A new unique id by default. */
  readonly id?: string | undefined
  /** Whether to hold a transaction that the text leaves open, to be ended later. */
  readonly holds?: boolean | undefined
  /** When the author's rights were checked, or earlier; in milliseconds of `performance.now`. */
  readonly requestedAt: number
  /** Aborted when no one waits for the response any more. */
  readonly signal: AbortSignal
}

export interface StartedQuery<Event = QueryEvent> {
  readonly id: string
  readonly events: AsyncIterableIterator<Event> & { return(): unknown }
}

export type QueryRunner = ReturnType<typeof createQueryRunner>

/** Runs SQL on the databases of projects. Running queries can be listed and cancelled. */
export function createQueryRunner({
  pools,
  running,
  held,
  rights: memberRights,
  onStopProblem,
  stopTimes,
}: {
  pools: Pick<SqlPools, 'acquire' | 'lookUp' | 'forget' | 'closeAll'>
  running: RunningQueries
  held: HeldTransactions
  rights: Pick<MemberRights, 'mustStillHold'>
  /** Called when a step of stopping a query failed. */
  onStopProblem: (error: Error, ref: string) => void
  stopTimes?: StopTimes
}) {
  async function start(
    request: QueryRequest,
    packs: boolean,
  ): Promise<StartedQuery<QueryEvent | PackedRows>> {
    const { ref, database, startedBy, text, rights, as, limits, id, holds, requestedAt, signal } = request
    if (id !== undefined && running.has(id))
      throw new AppError('conflict', 'A query with this id is already running')
    const problem = scanProblem(text)
    if (problem) throw new AppError('validation_failed', problem.message)
    const statements = splitStatements(text)
    if (rights === 'read') {
      if (as) throw new AppError('forbidden', 'Read-only SQL cannot run as another role')
      refuseTransactionControl(statements)
      if (holds) throw new AppError('forbidden', 'Read-only SQL has no changes to hold')
    }
    if (holds) await held.rollBackOwn(ref, startedBy.email)
    const claims = as && (await resolveClaims(pools.lookUp, ref, as))
    const login = { rights, role: as?.role, database }
    const lease = await pools.acquire(ref, login)
    const { client, types } = lease
    if (signal.aborted) {
      lease.giveBack('', 'I')
      throw callerDisconnected()
    }
    if (rights === 'read') await beginReadOnly(lease)
    if (as) await assumeRole(lease, { ...as, claims }, () => pools.forget(ref, login))
    try {
      // Nothing may be awaited between this and the entry in the running queries, which later changes of rights end.
      await memberRights.mustStillHold({ userId: startedBy.userId, ref, rights, requestedAt })
      if (signal.aborted) throw callerDisconnected()
    } catch (error) {
      lease.destroy()
      throw error
    }
    const run = new StatementRun(client.connection, text, statements, limits, packs)
    let isHeld = false
    const execution: Execution = new Execution(lease, run, {
      keep: (status) => {
        isHeld = holds === true && status === 'T'
        if (isHeld)
          held.hold(entry.id, {
            ref,
            heldBy: startedBy.email,
            userId: startedBy.userId,
            role: as?.role,
            lease,
            text,
          })
        return isHeld
      },
      onStopProblem: (error) => onStopProblem(error, ref),
      ...(stopTimes && { times: stopTimes }),
    })
    const entry = running.add(ref, { ...startedBy, rights }, text, () => execution.stop(), id)
    const abandon = () => void execution.abandon()
    signal.addEventListener('abort', abandon)
    void execution.finished.then(() => {
      entry.remove()
      signal.removeEventListener('abort', abandon)
    })
    client.query(run as unknown as pg.Submittable)
    return {
      id: entry.id,
      events: new QueryEvents(execution, types, {
        isWrapped: rights === 'read',
        heldMs: () => (isHeld ? held.heldMs : undefined),
      }),
    }
  }

  return {
    /** Throws `instance_unavailable` when the database is unreachable, `forbidden` for SQL beyond the rights. */
    start: (request: QueryRequest) => start(request, false) as Promise<StartedQuery>,
    /** Returns rows as packed protocol messages instead of an object per row. */
    startPacked: (request: QueryRequest) => start(request, true),
    /** Ends all running queries and refuses new ones. */
    close: pools.closeAll,
  }
}

const callerDisconnected = () =>
  new AppError('instance_unavailable', 'The client disconnected before the query could run')
