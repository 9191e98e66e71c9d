import { INDEX_SESSION } from '@basalt/catalog/database-objects/indexes.ts'
import {
  OUTSIDE_CHANGES_MAX,
  OUTSIDE_FAILURES_KEPT,
  OUTSIDE_FAILURES_KEPT_MS,
  OUTSIDE_LOCK_TIMEOUT_MINUTES,
  OUTSIDE_TIMEOUT_HOURS,
  OUTSIDE_WAIT_MS,
} from '@basalt/contract/database-objects/database-objects.rules.ts'
import type { IndexBuilds } from '@basalt/contract/database-objects/indexes/indexes.schema.ts'
import type { ChangeStatement } from '@basalt/schema-changes/statement.ts'
import { quoteLiteral } from '@basalt/sql/quote.ts'
import { AppError } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import { backendKey, sendCancelRequest } from '../../platform/project-databases/cancel-request.ts'
import { isConnectionLost } from '../../platform/project-databases/project-connection.ts'
import type { MemberRights } from '../../platform/project-databases/sql/member-rights.ts'
import type { SqlPools } from '../../platform/project-databases/sql/sql-pools.ts'
import { within } from '../../platform/within.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { objectError } from './object-error.ts'
import type { OutsideChangesStore } from './outside-changes.store.ts'

export type OutsideChanges = ReturnType<typeof outsideChanges>

type Caller = Pick<MemberCall, 'ref' | 'member' | 'email'>
type Failure = IndexBuilds['failures'][number]

/** Statements in order, each of which is kept when a later one fails. */
export interface OutsideChange {
  readonly statements: readonly ChangeStatement[]
  /** An SQL expression: whether a failed statement left an invalid index. */
  readonly leftOver: string
}

interface Deps extends Pick<SqlPools, 'acquire'> {
  rights: Pick<MemberRights, 'during'>
  recorded: Ledger['recorded']
  record: Ledger['record']
  store: OutsideChangesStore
  now: () => Date
  newId: () => string
  /** Called when a change has ended that its caller no longer waits for. */
  onEnded(ref: string): void
  onError(error: unknown, ref?: string): void
}

const SETTINGS = [
  `set application_name = ${quoteLiteral(INDEX_SESSION)}`,
  `set statement_timeout = '${OUTSIDE_TIMEOUT_HOURS}h'`,
  `set lock_timeout = '${OUTSIDE_LOCK_TIMEOUT_MINUTES}min'`,
].join('; ')

/**
 * The one place that runs statements of forms that PostgreSQL refuses in a transaction, such as `create index concurrently`.
 * They take as long as the table is large, so they outlive the request: whoever looks finds them in the database. They end
 * when the member loses the right, and within seconds of the server: then an invalid index is left, which the list shows.
 * The server after a killed one notes in the ledger that they were interrupted.
 */
export function outsideChanges(deps: Deps) {
  const { acquire, rights, recorded, record, store, now, newId, onEnded, onError } = deps
  const running = new Map<AbortController, { id: string; ref: string; ended: Promise<unknown> }>()
  const failures = new Map<string, Failure[]>()
  let isStopping = false

  const runAll = async (caller: Caller, { statements, leftOver }: OutsideChange, signal: AbortSignal) => {
    const lease = await acquire(caller.ref, caller.member)
    let cancelling: Promise<void> | undefined
    const cancel = () => {
      cancelling = sendCancelRequest(backendKey(lease.client))
        .catch(lease.terminate)
        .catch(() => undefined)
    }
    signal.addEventListener('abort', cancel, { once: true })
    try {
      signal.throwIfAborted()
      await lease.client.query(SETTINGS)
      for (const statement of statements) {
        signal.throwIfAborted()
        await lease.client.query(statement.sql).catch(async (error: unknown) => {
          if (isConnectionLost(error)) throw connectionLost(error)
          // A cancel request that is under way must not hit the question.
          await cancelling
          const { rows } = await lease.client.query<{ isLeft: boolean }>(`select (${leftOver}) as "isLeft"`)
          throw objectError(error, statement, rows[0]?.isLeft === true)
        })
      }
    } finally {
      signal.removeEventListener('abort', cancel)
      await cancelling
      // Its settings, and a lost connection, must not reach the next query.
      lease.destroy()
    }
  }

  const noteFailure = ({ ref, email }: Pick<Caller, 'ref' | 'email'>, sql: string, error: unknown) => {
    const failed = {
      id: newId(),
      sql,
      message: error instanceof Error ? error.message : String(error),
      started_by: email,
      failed_at: now().toISOString(),
    }
    failures.set(ref, [failed, ...recent(ref)].slice(0, OUTSIDE_FAILURES_KEPT))
  }

  const recent = (ref: string) => {
    const since = now().getTime() - OUTSIDE_FAILURES_KEPT_MS
    return (failures.get(ref) ?? []).filter(({ failed_at }) => Date.parse(failed_at) > since)
  }

  const abortAll = async (ref?: string) => {
    const ended = [...running].flatMap(([controller, run]) => {
      if (ref !== undefined && run.ref !== ref) return []
      controller.abort(new AppError('instance_unavailable', 'The database is stopping'))
      return [run.ended]
    })
    await Promise.allSettled(ended)
  }

  return {
    /**
     * Starts the statements, and waits a moment for their end. Resolves to whether they still run. Throws what PostgreSQL
     * refuses in that moment, and `conflict` when too many run in the project.
     */
    async run(caller: Caller, change: OutsideChange): Promise<{ isRunning: boolean }> {
      if (isStopping) throw new AppError('instance_unavailable', 'The server is stopping')
      const { ref, member, email } = caller
      const { statements } = change
      if ([...running.values()].filter((run) => run.ref === ref).length >= OUTSIDE_CHANGES_MAX)
        throw new AppError(
          'conflict',
          `${OUTSIDE_CHANGES_MAX} indexes are being changed in this project already. Wait for one to end, or cancel one.`,
        )
      const controller = new AbortController()
      const { signal } = controller
      const id = newId()
      const texts = statements.map(({ sql }) => sql)
      const ended = recorded({ ref, member, email, signal }, 'database_pages', async (note) => {
        // Before it begins, so that no change is unknown after a kill.
        await store.begin({
          id,
          ref,
          made_by: email,
          role: member.role ?? null,
          statements: texts,
          started_at: now().toISOString(),
        })
        note({ kind: 'schema', statements: texts })
        await rights.during({ ...member, ref }, signal, (held) => runAll(caller, change, held))
      }).finally(() => store.end(id).catch((error: unknown) => onError(error, ref)))
      running.set(controller, { id, ref, ended })
      const settled = ended.then(
        () => ({ isRunning: false, error: undefined }),
        (error: unknown) => ({ isRunning: false, error }),
      )
      void settled.then(() => running.delete(controller))
      const first = await within(OUTSIDE_WAIT_MS, settled)
      if (first !== undefined) {
        if (first.error !== undefined) throw first.error
        return { isRunning: false }
      }
      void settled.then(({ error }) => {
        if (error !== undefined) noteFailure(caller, statements[0]!.sql, error)
        onEnded(ref)
      })
      return { isRunning: true }
    },

    /** Records the changes that an earlier server was killed in. */
    async recordInterrupted() {
      const own = new Set([...running.values()].map(({ id }) => id))
      for (const { id, ref, made_by, role, statements, started_at } of await store.all()) {
        if (own.has(id)) continue
        const startedAt = new Date(started_at)
        const error = new AppError('instance_unavailable', INTERRUPTED)
        record({
          ref,
          origin: 'database_pages',
          madeBy: made_by,
          role: role ?? undefined,
          kind: 'schema',
          statements,
          startedAt,
          durationMs: now().getTime() - startedAt.getTime(),
          outcome: 'failed',
          error,
        })
        noteFailure({ ref, email: made_by }, statements[0]!, error)
        await store.end(id)
      }
    },

    /** What failed lately in a project after its caller was told that it runs, newest first. */
    failuresOf: recent,

    /** Cancels what runs in a project whose database is about to stop. */
    release: (ref: string) => abortAll(ref),

    forget: (ref: string) => void failures.delete(ref),

    /** Cancels everything that runs. */
    async close() {
      isStopping = true
      await abortAll()
    },
  }
}

const INTERRUPTED =
  'Interrupted: Basalt was stopped before the index was complete. It may be left invalid: rebuild or delete it.'

const connectionLost = (cause: unknown) =>
  new AppError(
    'instance_unavailable',
    'The connection to the database was lost before the index was complete. It may be left invalid: rebuild or delete it.',
    { cause },
  )
