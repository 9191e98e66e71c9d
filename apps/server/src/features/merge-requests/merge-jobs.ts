import { setTimeout as sleep } from 'node:timers/promises'
import {
  CHANGED_SINCE_APPROVAL,
  MOVED_SINCE_REHEARSAL,
} from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import type {
  MergeRehearsal,
  RehearsedPolicies,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import type { SchemaMerge } from '@basalt/merge/schema/schema-merge.ts'
import { AppError } from '../../http/app-error.ts'
import {
  type ConnectionTarget,
  withAdminConnection as withAdmin,
} from '../../platform/project-databases/admin-connection.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { AdvisorChecks } from '../advisors/advisors.port.ts'
import type { Backups } from '../backups/backups.port.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import type { PolicyChecks } from '../policy-matrix/policy-matrix.port.ts'
import type { Rehearsals } from '../rehearsals/rehearsals.port.ts'
import type { Comparison } from './comparison.ts'
import type { MergeRequestStore, StoredRequest } from './merge-requests.store.ts'
import { type MergeResult, type MergeWork, runMerge, statementsOf } from './merge-run.ts'
import {
  ADVISORS_TIMEOUT_MS,
  REHEARSED_STATEMENTS_MAX,
  SETTLE_POLL_MS,
  SETTLE_TIMEOUT_MS,
} from './merge-runs.rules.ts'
import { planAgain, planQueries, readTopQueries } from './query-plans.ts'
import { withClient } from './reading-session.ts'
import { compareFindings, type FoundOnCopy } from './rehearsed-advisors.ts'
import type { Reviewer } from './reviewers.store.ts'

interface Deps {
  store: MergeRequestStore
  comparison: Comparison
  databases: Pick<ProjectDatabases, 'asAdmin' | 'logins'>
  withCopy: Rehearsals['withCopy']
  policies: PolicyChecks
  advisors: AdvisorChecks
  /** Names the moment before a merge, so that it can be returned to. */
  restorePoint: Backups['restorePoint']
  ledger: Pick<Ledger, 'record'>
  /** Ends the review of a branch that is merged. */
  endReview(branch: string): Promise<void>
  /** Tells the members how a merge ended. */
  reportEnd(request: StoredRequest, failure: string | null): Promise<void>
  onError(error: unknown, ref?: string): void
  now: () => Date
}

const SIZE = 'select pg_catalog.pg_database_size(pg_catalog.current_database())::text as size'

export type MergeJobs = ReturnType<typeof mergeJobs>

/** Rehearses and merges in the background. What a server that was killed began is ended by the next one. */
export function mergeJobs(deps: Deps) {
  const {
    store,
    comparison,
    databases,
    withCopy,
    policies,
    advisors,
    restorePoint,
    ledger,
    endReview,
    reportEnd,
    onError,
    now,
  } = deps
  const running = new Map<string, Promise<void>>()
  const stop = new AbortController()

  const inBackground = (id: string, ref: string, work: () => Promise<void>) => {
    const settled = work()
      .catch((error) => onError(error, ref))
      .finally(() => running.delete(id))
    running.set(id, settled)
  }

  const workOf = (request: StoredRequest, schema: SchemaMerge): MergeWork => ({
    statements: statementsOf(request, schema),
    tables: request.tables,
    includes_files: request.includes_files,
    rowDecisions: request.row_decisions,
    migration: `merge ${request.branch_name}`,
    now: now(),
  })

  const rehearse = async (request: StoredRequest, rehearsal: MergeRehearsal) => {
    const branch = request.branch_ref!
    let fingerprint: string | null = null
    let content: string | null = null
    const end = (outcome: Partial<MergeRehearsal>) =>
      store.setRehearsal(
        request.id,
        { ...rehearsal, ended_at: now().toISOString(), ...outcome },
        { fingerprint, content },
      )
    try {
      await comparison.read(branch, request.target_ref, async ({ logins, runs, origin, pairs }) => {
        const schema = await comparison.schema(logins, runs, origin, pairs, request.schema_decisions)
        fingerprint = schema.fingerprint
        const work = workOf(request, schema)
        const queries = await databases.asAdmin.session(request.target_ref, readTopQueries)
        const { result: outcome } = await withCopy(
          request.target_ref,
          { signal: stop.signal },
          async ({ user, admin }, { signal }) => {
            const sizeOf = () => databaseSize(admin)
            const before = await sizeOf()
            const planned = await planQueries(user, queries, signal)
            const found = await findOnCopy(request.target_ref, user, signal)
            const result = await runMerge({
              login: user,
              branch: runs.branch,
              origin,
              work,
              chosen: comparison.chosen,
              isReported: true,
              signal,
              mayMerge(found) {
                content = found
              },
              beforeCommit: async () => undefined,
            })
            const grown = (await sizeOf()) - before
            return {
              ...result,
              grown,
              plans: await planAgain(user, planned, signal),
              policies: await checkPolicies(request.target_ref, user, signal),
              advisors: compareFindings(found, await findOnCopy(request.target_ref, user, signal)),
            }
          },
        )
        await end({
          status: 'passed',
          statements: outcome.statements.slice(0, REHEARSED_STATEMENTS_MAX),
          rows: outcome.rows,
          grown_bytes: outcome.grown,
          plans: outcome.plans,
          policies: outcome.policies,
          advisors: outcome.advisors,
        })
      })
      await store.addEvent(request.id, { kind: 'rehearsed', madeBy: null, text: 'passed' })
    } catch (error) {
      await end({ status: 'failed', error: messageOf(error) })
      await store.addEvent(request.id, { kind: 'rehearsed', madeBy: null, text: messageOf(error) })
      if (!(error instanceof AppError)) onError(error, branch)
    }
  }

  /** They are told, and do not make the merge impossible, so neither does a failure to try them. */
  const checkPolicies = async (
    ref: string,
    login: ConnectionTarget,
    signal: AbortSignal,
  ): Promise<RehearsedPolicies | null> => {
    try {
      return await withClient(login, { statementTimeoutMs: 0, signal }, (client) =>
        policies.check(ref, client, signal),
      )
    } catch (error) {
      signal.throwIfAborted()
      onError(error, ref)
      return { tried: 0, unexpected: [], error: messageOf(error) }
    }
  }

  /** They only inform, so that a database with too many objects for them can be merged too. */
  const findOnCopy = async (
    ref: string,
    login: ConnectionTarget,
    signal: AbortSignal,
  ): Promise<FoundOnCopy> => {
    try {
      return await withClient(login, { statementTimeoutMs: ADVISORS_TIMEOUT_MS, signal }, (client) =>
        advisors.findOnCopy(ref, client),
      )
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof AppError)) onError(error, ref)
      return { error: messageOf(error) }
    }
  }

  const databaseSize = async (admin: Parameters<typeof withAdmin>[0]) =>
    withAdmin(admin, async (client) => Number((await client.query<{ size: string }>(SIZE)).rows[0]!.size))

  const end = async (request: StoredRequest, failure: string | null) => {
    if (!(await store.endMerge(request.id, failure))) return
    if (failure === null && request.branch_ref !== null) await endReview(request.branch_ref)
    await store.addEvent(request.id, {
      kind: failure === null ? 'merged' : 'failed',
      madeBy: request.merging_by,
      text: failure,
    })
    await reportEnd(request, failure).catch((error) => onError(error, request.target_ref))
  }

  const merge = async (
    request: StoredRequest,
    { mayApprove, isWithoutBackup = false }: { mayApprove: boolean; isWithoutBackup?: boolean },
  ) => {
    const madeBy = request.merging_by!
    const startedAt = now()
    const since = performance.now()
    let work: MergeWork | undefined
    const record = (outcome: 'done' | 'failed', result?: MergeResult, error?: unknown) => {
      if (!work || (work.statements.length === 0 && !result?.rows)) return
      ledger.record({
        ref: request.target_ref,
        origin: 'merge',
        kind: work.statements.length > 0 ? 'schema' : 'data',
        statements:
          work.statements.length > 0 ? work.statements : [`-- Rows of the branch ${request.branch_name}`],
        ...(result && { rows: result.rows.put + result.rows.removed }),
        madeBy,
        role: undefined,
        startedAt,
        durationMs: Math.round(performance.now() - since),
        outcome,
        error,
      })
    }
    /** Whether PostgreSQL may have committed. */
    let isDecided = false
    try {
      await comparison.read(
        request.branch_ref!,
        request.target_ref,
        async ({ logins, runs, origin, pairs }) => {
          const schema = await comparison.schema(logins, runs, origin, pairs, request.schema_decisions)
          if (schema.fingerprint !== request.rehearsed_fingerprint)
            throw new AppError('conflict', MOVED_SINCE_REHEARSAL)
          work = workOf(request, schema)
          if (!isWithoutBackup)
            await restorePoint(request.target_ref, `Before merging ${request.branch_name}`, {
              signal: stop.signal,
            })
          const result = await runMerge({
            login: logins.target,
            branch: runs.branch,
            origin,
            work,
            chosen: comparison.chosen,
            isReported: false,
            signal: stop.signal,
            mayMerge(content) {
              if (content !== request.rehearsed_content) throw new AppError('conflict', MOVED_SINCE_REHEARSAL)
              if (!mayApprove && !request.approved_contents.includes(content))
                throw new AppError('conflict', `${CHANGED_SINCE_APPROVAL}.`)
            },
            async beforeCommit(xid) {
              await store.setXid(request.id, xid)
              isDecided = true
            },
          })
          record('done', result)
          await comparison
            .advance(request.branch_ref!, logins, origin)
            .catch((error) => onError(error, request.target_ref))
        },
      )
      await end(request, null)
    } catch (error) {
      if (isDecided) return settle((await store.find(request.id))!)
      record('failed', undefined, error)
      await end(request, messageOf(error))
      if (!(error instanceof AppError)) onError(error, request.target_ref)
    }
  }

  /** Asks PostgreSQL how the transaction of a merge ended whose connection was lost. */
  const settle = async (request: StoredRequest) => {
    const { merging_xid: xid } = request
    if (xid === null) return end(request, STOPPED)
    const status = await databases.asAdmin.session(request.target_ref, async (client) => {
      const deadline = Date.now() + SETTLE_TIMEOUT_MS
      while (Date.now() < deadline) {
        const { rows } = await client.query<{ status: string | null }>(
          'select pg_catalog.pg_xact_status($1::xid8) as status',
          [xid],
        )
        if (rows[0]!.status !== 'in progress') return rows[0]!.status
        await sleep(SETTLE_POLL_MS)
      }
      return undefined
    })
    if (status === 'committed') return end(request, null)
    if (status === 'aborted') return end(request, STOPPED)
    throw new Error(`The transaction ${xid} of a merge is ${status ?? 'unknown'}`)
  }

  const mustBeIdle = ({ id }: StoredRequest) => {
    if (running.has(id)) throw new AppError('conflict', 'It is being rehearsed or merged already')
  }

  const newRehearsal = ({ revision }: StoredRequest): MergeRehearsal => ({
    status: 'running',
    revision,
    started_at: now().toISOString(),
    ended_at: null,
    error: null,
    statements: [],
    rows: null,
    grown_bytes: null,
    policies: null,
    advisors: null,
    plans: [],
  })

  type Sides = Parameters<Parameters<Comparison['read']>[2]>[0]

  /** What the target changed of the schema since, as a merge into the branch. */
  const updateOf = ({ logins, runs, origin, pairs }: Sides) =>
    comparison.schema(
      { branch: logins.target, target: logins.branch },
      { branch: runs.target, target: runs.branch },
      origin,
      pairs.map((pair) => ({ ...pair, branch: pair.target ?? pair.branch, target: pair.branch })),
      {},
    )

  /** Makes the target's changes of the schema to the branch. Throws `conflict` when both sides changed something. */
  const push = async (branch: string, target: string, madeBy: string, name: string) =>
    comparison.read(branch, target, async (sides) => {
      const { logins, runs, origin } = sides
      const schema = await updateOf(sides)
      if (schema.conflicts.length > 0)
        throw new AppError(
          'conflict',
          `Both sides changed the same objects: ${schema.conflicts.map(({ object }) => object).join(', ')}. Change them on the branch first.`,
        )
      if (schema.statements.length === 0) return
      const startedAt = now()
      const since = performance.now()
      const statements = schema.statements.map(({ sql }) => sql)
      await runMerge({
        login: logins.branch,
        branch: runs.target,
        origin: { ...origin, rows: undefined },
        work: {
          statements,
          tables: [],
          includes_files: false,
          rowDecisions: {},
          migration: name,
          now: startedAt,
        },
        chosen: comparison.chosen,
        isReported: false,
        signal: stop.signal,
        beforeCommit: async () => undefined,
      })
      ledger.record({
        ref: branch,
        origin: 'merge',
        kind: 'schema',
        statements,
        madeBy,
        role: undefined,
        startedAt,
        durationMs: Math.round(performance.now() - since),
        outcome: 'done',
      })
      await comparison.advance(branch, logins, origin).catch((error) => onError(error, branch))
    })

  return {
    push,

    /** What `push` would run, and the objects that keep it from that. */
    update: (branch: string, target: string): Promise<SchemaMerge> =>
      comparison.read(branch, target, updateOf),

    /** Begins a rehearsal. Throws `conflict` while one is running. */
    async rehearse(request: StoredRequest) {
      mustBeIdle(request)
      const rehearsal = newRehearsal(request)
      const stored = store.setRehearsal(request.id, rehearsal)
      inBackground(request.id, request.target_ref, async () => {
        await stored
        await rehearse(request, rehearsal)
      })
      await stored
    },

    /** Begins a rehearsal, and merges if it passes. Throws `conflict` while it is rehearsed or merged. */
    async rehearseAndMerge(request: StoredRequest, { email, mayApprove }: Reviewer) {
      mustBeIdle(request)
      const rehearsal = newRehearsal(request)
      const stored = store.setRehearsal(request.id, rehearsal)
      inBackground(request.id, request.target_ref, async () => {
        await stored
        await rehearse(request, rehearsal)
        const rehearsed = await store.find(request.id)
        if (rehearsed?.rehearsal?.status === 'passed' && (await store.beginMerge(request, email)))
          await merge((await store.find(request.id))!, { mayApprove })
      })
      await stored
    },

    /** Begins a merge that nothing keeps from it. `isWithoutBackup`: nothing is made to return to. */
    async merge(request: StoredRequest, { email, mayApprove }: Reviewer, isWithoutBackup: boolean) {
      mustBeIdle(request)
      if (!(await store.beginMerge(request, email)))
        throw new AppError('conflict', 'The merge request has been changed or closed since. Open it again.')
      inBackground(request.id, request.target_ref, async () =>
        merge((await store.find(request.id))!, { mayApprove, isWithoutBackup }),
      )
    },

    /** Ends what a server that was killed has begun. */
    async settleAll() {
      for (const request of await store.rehearsing()) {
        if (running.has(request.id)) continue
        await store.setRehearsal(request.id, {
          ...request.rehearsal!,
          status: 'failed',
          ended_at: now().toISOString(),
          error: 'The server stopped during the rehearsal. Rehearse again.',
        })
      }
      for (const request of await store.merging())
        if (!running.has(request.id))
          await settle(request).catch((error) => onError(error, request.target_ref))
    },

    isRunning: (id: string) => running.has(id),

    /** Interrupts what is running. A merge that has not been committed is rolled back. */
    async close() {
      stop.abort(new AppError('conflict', STOPPED))
      await Promise.all(running.values())
    },
  }
}

const STOPPED = 'The server stopped before the merge was done. Nothing was changed.'

const messageOf = (error: unknown) =>
  error instanceof AppError
    ? error.message
    : 'It failed for an unexpected reason, which is in the server’s log.'
