import { randomUUID } from 'node:crypto'
import type {
  DatabaseImport,
  NewDatabaseImport,
  SourceCheck,
} from '@basalt/contract/database-import/database-import.schema.ts'
import type { SourceAddress } from '@basalt/contract/database-import/source-address.rules.ts'
import pg from 'pg'
import { AppError, notFound } from '../../http/app-error.ts'
import { sourceAt } from '../../platform/other-databases/source.ts'
import { hasSubscription, resubscribe, unsubscribe } from '../../platform/other-databases/subscriptions.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import type { During } from './copy-tables.ts'
import { importFile } from './dump-file/import-file.ts'
import { cleanupSql, unpublish } from './follow/at-source.ts'
import { followName } from './follow/follow-plan.ts'
import { finishFollowing, startFollowing, switchOver } from './follow/follow-run.ts'
import { type LatestFailure, readFollowing } from './follow/read-following.ts'
import { refuseFollowObstacles, refuseObstacles } from './import-obstacles.ts'
import { hasImportRole, importRole, removeImportRole, removeWrapper } from './import-role.ts'
import { importDatabase, type PhaseFacts } from './import-run.ts'
import { removeImportedUsers } from './imported-users.ts'
import type { ImportsStore, StoredImport } from './imports.store.ts'
import { recordedImports } from './recorded-import.ts'
import { Cancelled, type RunningImport, runningImports } from './running-imports.ts'
import { checkSource } from './source-check.ts'

interface Deps {
  readonly store: ImportsStore
  readonly databases: Pick<ProjectDatabases, 'asAdmin' | 'logins'>
  readonly ledger: Pick<Ledger, 'record'>
  /** The addresses that sources may have. */
  readonly reach: Reach
  readonly now: () => Date
  /** What a project's PostgreSQL has logged of replication since a time. */
  readonly latestFailure: LatestFailure
  /** Receives failures that `resumeAll` tries again. */
  onError(error: unknown, ref: string): void
  /** Runs `resumeAll` soon, and again when it fails. */
  resumeLater(): Promise<unknown>
}

const STOPPED =
  'The project or the server stopped during the import. What it had created was removed; start it again.'

const SWITCH_OVER_STOPPED =
  'The project or the server stopped during the switch-over. The source is still followed; switch over again.'

export type DatabaseImportService = ReturnType<typeof databaseImportService>

/**
 * Imports of other databases into projects. An import outlives the request that starts it. A copy does not outlive the
 * server: what a killed one leaves is removed by the next one. Following does, because PostgreSQL itself does it.
 */
export function databaseImportService(deps: Deps) {
  const { store, databases, ledger, reach, now, latestFailure, onError, resumeLater } = deps
  const running = runningImports(onError)
  const recorded = recordedImports({ store, ledger, now, onError })

  const during =
    (ref: string, signal: AbortSignal): During =>
    async (work) => {
      const client = new pg.Client({ ...(await databases.logins.internal(ref, USER_ROLE)) })
      client.on('error', () => undefined)
      const stop = () => void client.end().catch(() => undefined)
      signal.addEventListener('abort', stop, { once: true })
      try {
        await client.connect()
        signal.throwIfAborted()
        return await work(client)
      } finally {
        signal.removeEventListener('abort', stop)
        await client.end().catch(() => undefined)
      }
    }

  const shown = (row: StoredImport): DatabaseImport => {
    const {
      ref,
      created_roles: _,
      enabled_wrapper: _wrapper,
      sealed_source: _sealed,
      follow: _plan,
      ...rest
    } = row
    const run = running.get(ref)
    return { ...rest, progress: run?.id === row.id ? { ...run.progress } : null }
  }

  const current = async (row: StoredImport) => (await store.find(row.ref, row.id)) ?? row

  const phasesOf =
    ({ id }: StoredImport) =>
    (phase: StoredImport['phase'], more?: PhaseFacts) =>
      store.enterPhase(id, phase, more)

  /** Removes what an import has created on both sides, and ends it. Throws when the project's database is away. */
  const remove = async (row: StoredImport, status: 'failed' | 'cancelled', error: string) => {
    await store.enterPhase(row.id, 'removing')
    const latest = await current(row)
    const leftAtSource = latest.kind === 'follow' ? await stopFollowing(latest) : null
    await during(
      row.ref,
      new AbortController().signal,
    )((client) => removeImportedUsers(client, importRole(row.id)))
    await databases.asAdmin.session(row.ref, async (admin) => {
      await removeImportRole(admin, importRole(row.id), latest.created_roles)
      if (latest.enabled_wrapper) await removeWrapper(admin)
    })
    if (leftAtSource !== null) await store.enterPhase(row.id, 'removing', { sourceCleanup: leftAtSource })
    await store.end(row.id, status, now(), error)
  }

  /** Ends following a source on both sides. Resolves to the SQL that is left to run at a source that is away. */
  const stopFollowing = async (row: StoredImport): Promise<string | null> => {
    const name = followName(row.id)
    const source = sourceAt(store.connectionStringOf(row), { reach, signal: new AbortController().signal })
    const isReachable = await source.during(async () => true).catch(() => false)
    await databases.asAdmin.session(row.ref, (admin) => unsubscribe(admin, name, isReachable))
    return removeAtSource(row)
  }

  const removeAtSource = async (row: StoredImport): Promise<string | null> => {
    const name = followName(row.id)
    const tableSlots = row.follow?.tableSlots ?? null
    const source = sourceAt(store.connectionStringOf(row), { reach, signal: new AbortController().signal })
    try {
      await source.during((client) => unpublish(client, name, tableSlots))
      return null
    } catch (error) {
      onError(error, row.ref)
      return cleanupSql(name, tableSlots)
    }
  }

  const reasonOf = (error: unknown, { stop: { signal } }: RunningImport, ref: string): Error => {
    const reason = signal.aborted ? signal.reason : error
    if (!(reason instanceof AppError)) onError(error, ref)
    return reason as Error
  }

  const run = async (
    row: StoredImport,
    connectionString: string,
    check: SourceCheck,
    state: RunningImport,
  ) => {
    const { id, ref, kind } = row
    const { signal } = state.stop
    try {
      await recorded(row, signal, (executed) =>
        databases.asAdmin.session(ref, (admin) =>
          (kind === 'follow' ? startFollowing : importDatabase)({
            id,
            source: sourceAt(connectionString, { reach, signal }),
            schemas: row.schemas,
            check,
            admin,
            project: during(ref, signal),
            signal,
            progress: state.progress,
            executed,
            enterPhase: phasesOf(row),
          }),
        ),
      )
      if (kind !== 'follow') await store.end(id, 'succeeded', now())
    } catch (error) {
      await giveUp(row, reasonOf(error, state, ref))
    }
  }

  const runFile = async (row: StoredImport, content: AsyncIterable<Buffer>, state: RunningImport) => {
    const { id, ref } = row
    const { signal } = state.stop
    state.progress.bytes_total = row.file!.bytes
    const onBytes = (bytes: number) => {
      state.progress.bytes += bytes
    }
    try {
      await recorded(row, signal, (executed) =>
        databases.asAdmin.session(ref, (admin) =>
          importFile({
            id,
            admin,
            project: during(ref, signal),
            content,
            onBytes,
            executed,
            enterPhase: phasesOf(row),
          }),
        ),
      )
      await store.end(id, 'succeeded', now())
    } catch (error) {
      await giveUp(row, reasonOf(error, state, ref))
    }
  }

  const giveUp = async (row: StoredImport, reason: Error) => {
    try {
      await remove(row, reason instanceof Cancelled ? 'cancelled' : 'failed', reason.message)
    } catch (failure) {
      onError(failure, row.ref)
      await resumeLater()
    }
  }

  const runSwitchOver = async (row: StoredImport, state: RunningImport) => {
    const { id, ref, schemas } = row
    const { signal } = state.stop
    const enterPhase = phasesOf(row)
    try {
      await databases.asAdmin.session(ref, async (admin) => {
        const { leftAtSource } = await switchOver({
          id,
          source: sourceAt(store.connectionStringOf(row), { reach, signal }),
          schemas,
          admin,
          project: during(ref, signal),
          signal,
          plan: row.follow!,
          enterPhase,
        })
        if (leftAtSource !== null) await enterPhase('finishing', { sourceCleanup: leftAtSource })
      })
      await finish(await current(row), signal)
    } catch (error) {
      const reason = reasonOf(error, state, ref)
      try {
        await settle(
          row,
          reason instanceof AppError && !signal.aborted ? reason.message : SWITCH_OVER_STOPPED,
        )
      } catch (failure) {
        onError(failure, ref)
        await resumeLater()
      }
    }
  }

  /** Completes an import that has ended following its source. */
  const finish = async (row: StoredImport, signal: AbortSignal) => {
    const { id, ref, follow, report } = row
    await recorded(row, signal, (executed) =>
      databases.asAdmin.session(ref, (admin) =>
        finishFollowing({
          id,
          admin,
          project: during(ref, signal),
          signal,
          plan: follow!,
          report: report!,
          executed,
          enterPhase: phasesOf(row),
        }),
      ),
    )
    await store.end(id, 'succeeded', now())
  }

  /** Continues with what a switch-over that was interrupted has left: follows on, or completes it. */
  const settle = async (row: StoredImport, notice: string) => {
    const { id, ref } = row
    const [isOpen, isFollowing] = await databases.asAdmin.session(ref, async (admin) => [
      await hasImportRole(admin, importRole(id)),
      await hasSubscription(admin, followName(id)),
    ])
    if (!isOpen) return store.end(id, 'succeeded', now())
    if (isFollowing) {
      // It was disabled to be dropped.
      await databases.asAdmin.session(ref, (admin) => resubscribe(admin, followName(id)))
      return store.enterPhase(id, 'following', { notice })
    }
    const latest = await current(row)
    const leftAtSource = latest.source_cleanup === null ? await removeAtSource(latest) : null
    if (leftAtSource !== null) await store.enterPhase(id, 'finishing', { sourceCleanup: leftAtSource })
    await finish(await current(row), new AbortController().signal)
  }

  /** Ends or continues an import that no server works on. */
  const resume = async (row: StoredImport) => {
    if (row.kind === 'follow') {
      if (row.phase === 'following') return
      if (row.phase === 'switching' || row.phase === 'finishing') return settle(row, SWITCH_OVER_STOPPED)
      return remove(row, 'failed', STOPPED)
    }
    const isOpen = await databases.asAdmin.session(row.ref, (admin) =>
      hasImportRole(admin, importRole(row.id)),
    )
    // It was made final before this could be stored.
    if (!isOpen && row.phase === 'finishing') await store.end(row.id, 'succeeded', now())
    else await remove(row, 'failed', STOPPED)
  }

  /** The import with this id. Throws `not_found`, and `conflict` unless its source is followed. */
  const followed = async (ref: string, id: string): Promise<StoredImport> => {
    const row = await store.find(ref, id)
    if (!row) throw notFound('Import', id)
    if (row.status !== 'running' || row.kind !== 'follow')
      throw new AppError('conflict', 'This import does not follow its source.')
    return row
  }

  const check = (ref: string, address: SourceAddress & ReturnType<typeof sourceAt>): Promise<SourceCheck> =>
    address.during((client) => databases.asAdmin.session(ref, (admin) => checkSource(client, admin, address)))

  return {
    /** What a source has. Throws `validation_failed` for its address and `upstream_failed` when it does not answer. */
    check: (ref: string, connectionString: string, signal: AbortSignal): Promise<SourceCheck> =>
      check(ref, sourceAt(connectionString, { reach, signal })),

    async list(ref: string): Promise<DatabaseImport[]> {
      return (await store.list(ref)).map(shown)
    },

    /**
     * Starts an import. Throws `conflict` when another one runs or a schema does not fit, `validation_failed` for the
     * address, and `upstream_failed` when the source does not answer.
     */
    async start(
      ref: string,
      userId: string,
      { connection_string, schemas, kind }: NewDatabaseImport,
    ): Promise<DatabaseImport> {
      const source = sourceAt(connection_string, { reach, signal: new AbortController().signal })
      const checked = await check(ref, source)
      refuseObstacles(checked, schemas)
      if (kind === 'follow') refuseFollowObstacles(checked, schemas)
      const { host, port, database } = source
      const row = await store.add({
        id: randomUUID(),
        ref,
        kind,
        source: { host, port, database },
        file: null,
        ...(kind === 'follow' && { connectionString: connection_string }),
        schemas,
        userId,
      })
      running.begin(row, (state) => run(row, connection_string, checked, state))
      return shown(row)
    },

    /**
     * Imports a dump as it arrives, and resolves once it is over, with how it ended. Throws `conflict` when another import
     * runs.
     */
    async upload(
      ref: string,
      userId: string,
      file: { name: string; bytes: number },
      content: AsyncIterable<Buffer>,
    ): Promise<DatabaseImport> {
      const id = randomUUID()
      const row = await store.add({ id, ref, kind: 'file', source: null, file, schemas: [], userId })
      await running.begin(row, (state) => runFile(row, content, state)).over
      return shown(await current(row))
    },

    /** How far a project is behind the source that it follows. Throws `not_found`, and `conflict` unless it follows. */
    async following(ref: string, id: string, signal: AbortSignal) {
      const row = await followed(ref, id)
      return readFollowing({
        name: followName(id),
        source: sourceAt(store.connectionStringOf(row), { reach, signal }),
        inProject: (work) => databases.asAdmin.session(ref, work),
        latestFailure: () => latestFailure(ref, row.started_at),
      })
    },

    /** Begins the switch-over. Throws `not_found`, and `conflict` unless the source is followed and nothing else runs. */
    async switchOver(ref: string, id: string): Promise<DatabaseImport> {
      const row = await followed(ref, id)
      if (row.phase !== 'following' || running.has(ref))
        throw new AppError('conflict', 'The import is not ready to be switched over, or it is being done.')
      // Taken before anything is awaited, so that two calls do not both begin.
      running.begin(row, async (state) => {
        await store.enterPhase(id, 'switching', { notice: null })
        await runSwitchOver(row, state)
      })
      return { ...shown(row), phase: 'switching', notice: null }
    },

    /** Resolves when what it had created is gone. Throws `not_found`, and `conflict` when it is over. */
    async cancel(ref: string, id: string): Promise<DatabaseImport> {
      const row = await store.find(ref, id)
      if (!row) throw notFound('Import', id)
      const state = running.get(ref)
      if (state?.id === id) {
        if (row.phase === 'switching' || (row.kind === 'follow' && row.phase === 'finishing'))
          throw new AppError(
            'conflict',
            'The import is being switched over. Cancel it if that does not succeed.',
          )
        state.stop.abort(new Cancelled())
        await state.over
      } else if (row.status === 'running' && row.kind === 'follow' && row.phase === 'following') {
        const { message } = new Cancelled()
        await running.begin(row, () => remove(row, 'cancelled', message)).over
      } else throw new AppError('conflict', 'This import is over.')
      const latest = await current(row)
      if (latest.status === 'running')
        throw new AppError(
          'instance_unavailable',
          'The project’s database is away, so the import is not removed yet. It will be when the database runs again.',
        )
      return shown(latest)
    },

    /** Ends a project's work on imports, whose database is about to stop. What it follows, it follows again later. */
    async stopOf(ref: string) {
      const state = running.get(ref)
      state?.stop.abort(new AppError('instance_unavailable', STOPPED))
    },

    /** Removes at its source what a project that is being deleted has created there. */
    async forget(ref: string) {
      for (const row of await store.unfinished())
        if (row.ref === ref && row.kind === 'follow') await removeAtSource(row)
    },

    /** Ends all imports and waits for them. */
    async close() {
      await running.close(new AppError('instance_unavailable', STOPPED))
    },

    /** Ends or continues the imports that a stopped server or database has left. Throws when one could not be. */
    async resumeAll() {
      const failures: unknown[] = []
      for (const row of await store.unfinished()) {
        if (running.has(row.ref)) continue
        try {
          await resume(row)
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Unfinished imports could not be resumed')
    },
  }
}
