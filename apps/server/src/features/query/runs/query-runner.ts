import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { scanProblem } from '@basalt/sql/scan-cost.ts'
import { splitStatements } from '@basalt/sql/split-statements.ts'
import type pg from 'pg'
import { AppError } from '../../../http/app-error.ts'
import type { SqlRights } from '../../../platform/project-databases/sql/sql-login.ts'
import type { SqlPools } from '../../../platform/project-databases/sql/sql-pools.ts'
import type { RunRights } from '../activity/revoked-runs.ts'
import type { RunningQueries } from '../activity/running-queries.ts'
import { type AssumedRole, assumeRole } from '../sessions/assumed-role.ts'
import { passedClaims } from '../sessions/claims-function.ts'
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
  /** Which of the project's databases, by its identifier; the primary unless said. */
  readonly database?: string | undefined
  readonly startedBy: { readonly userId: string; readonly email: string }
  readonly text: string
  readonly rights: SqlRights
  /** The role it runs as instead of the caller's own; only for callers with every right. */
  readonly as?: AssumedRole | undefined
  readonly limits: RunLimits
  /** What it is called; another name that nobody else has when left out. */
  readonly id?: string | undefined
  /** Whether a transaction that the text leaves open is kept, to be ended later. */
  readonly holds?: boolean | undefined
  /** When its author's rights were found, or earlier; in milliseconds by `performance.now`. */
  readonly askedAt: number
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

export interface StartedQuery<Event = QueryEvent> {
  readonly id: string
  readonly events: AsyncIterableIterator<Event> & { return(): unknown }
}

export type QueryRunner = ReturnType<typeof createQueryRunner>

/** Runs SQL on the databases of projects, where it can be found and cancelled while it runs. */
export function createQueryRunner({
  pools,
  running,
  held,
  rights: rightsNow,
  onStopProblem,
  stopTimes,
}: {
  pools: Pick<SqlPools, 'acquire' | 'lookUp' | 'forget' | 'closeAll'>
  running: RunningQueries
  held: HeldTransactions
  rights: RunRights
  /** Told when a query could not be stopped in the usual way. */
  onStopProblem: (error: Error, ref: string) => void
  stopTimes?: StopTimes
}) {
  /**
   * Throws `forbidden` when the author has lost the right to this query since it was asked for, however long it has
   * waited. Nothing is awaited between the last look and the entry among the running queries, which are ended later.
   */
  async function mustStillBeAllowed({ ref, startedBy, rights, askedAt }: QueryRequest) {
    for (let knownAt = askedAt; rightsNow.changedAt() >= knownAt; ) {
      knownAt = performance.now()
      if (!(await rightsNow.mayRun(startedBy.userId, ref, rights)))
        throw new AppError('forbidden', 'Your access to this project changed before the query could run')
    }
  }

  async function start(
    request: QueryRequest,
    packs: boolean,
  ): Promise<StartedQuery<QueryEvent | PackedRows>> {
    const { ref, database, startedBy, text, rights, as, limits, id, holds, signal } = request
    if (id !== undefined && running.has(id))
      throw new AppError('conflict', 'A query of this name runs already')
    const problem = scanProblem(text)
    if (problem) throw new AppError('validation_failed', problem.message)
    const statements = splitStatements(text)
    if (rights === 'read') {
      if (as) throw new AppError('forbidden', 'Where only reading is allowed, SQL runs as no other role')
      refuseTransactionControl(statements)
      if (holds) throw new AppError('forbidden', 'Only reading is allowed: there is no change to hold')
    }
    if (holds) await held.undoThoseOf(ref, startedBy.email)
    const claims = as && (await passedClaims(pools.lookUp, ref, as))
    const login = { rights, role: as?.role, database }
    const lease = await pools.acquire(ref, login)
    const { client, types } = lease
    if (signal.aborted) {
      lease.giveBack('', 'I')
      throw callerLeft()
    }
    if (rights === 'read') await beginReadOnly(lease)
    if (as) await assumeRole(lease, { ...as, claims }, () => pools.forget(ref, login))
    try {
      await mustStillBeAllowed(request)
      if (signal.aborted) throw callerLeft()
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
          held.hold(entry.id, { ref, heldBy: startedBy.email, userId: startedBy.userId, lease, text })
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
    /** Throws `instance_unavailable` when the database does not answer, `forbidden` for what only reading forbids. */
    start: (request: QueryRequest) => start(request, false) as Promise<StartedQuery>,
    /** Runs a query for callers that read rows from the database's messages, without an object per row. */
    startPacked: (request: QueryRequest) => start(request, true),
    /** Ends every query that runs, and lets no more begin. */
    close: pools.closeAll,
  }
}

const callerLeft = () =>
  new AppError('instance_unavailable', 'The caller went away before the query could run')
