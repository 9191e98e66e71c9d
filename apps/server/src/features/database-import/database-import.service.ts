import { randomUUID } from 'node:crypto'
import type {
  DatabaseImport,
  NewDatabaseImport,
  SourceCheck,
} from '@basalt/contract/database-import/database-import.schema.ts'
import pg from 'pg'
import { AppError, notFound } from '../../http/app-error.ts'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { During } from './copy-tables.ts'
import { hasImportRole, importRole, removeImportRole } from './import-role.ts'
import { importDatabase, type Progress } from './import-run.ts'
import type { ImportsStore, StoredImport } from './imports.store.ts'
import { sourceAt } from './source.ts'
import { checkSource } from './source-check.ts'

interface Deps {
  readonly store: ImportsStore
  readonly databases: Pick<ProjectDatabases, 'asAdmin' | 'logins'>
  readonly now: () => Date
  /** Receives failures that `removeLeftovers` tries again. */
  onError(error: unknown, ref: string): void
  /** Runs `removeLeftovers` soon, and again when it fails. */
  cleanUpLater(): Promise<unknown>
}

interface Running {
  readonly id: string
  readonly stop: AbortController
  readonly progress: Progress
  readonly over: Promise<void>
}

const STOPPED =
  'The project or the server stopped during the import. What it had created was removed; start it again.'

export type DatabaseImportService = ReturnType<typeof databaseImportService>

/**
 * Imports of other databases into projects. An import outlives the request that starts it, but not the server: what a
 * killed server leaves is removed by the next one.
 */
export function databaseImportService({ store, databases, now, onError, cleanUpLater }: Deps) {
  const running = new Map<string, Running>()

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
    const { ref, created_roles: _, ...rest } = row
    const run = running.get(ref)
    return { ...rest, progress: run?.id === row.id ? { ...run.progress } : null }
  }

  /** Removes what an import has created, and ends it. Throws when the database is away. */
  const remove = async (row: StoredImport, status: 'failed' | 'cancelled', error: string) => {
    await store.reach(row.id, 'removing')
    const { created_roles } = (await store.find(row.ref, row.id)) ?? row
    await databases.asAdmin.session(row.ref, (admin) =>
      removeImportRole(admin, importRole(row.id), created_roles),
    )
    await store.end(row.id, status, now(), error)
  }

  const run = async (
    row: StoredImport,
    source: ReturnType<typeof sourceAt>,
    check: SourceCheck,
    state: Running,
  ) => {
    const { id, ref } = row
    const { signal } = state.stop
    try {
      await databases.asAdmin.session(ref, (admin) =>
        importDatabase({
          id,
          source,
          schemas: row.schemas,
          check,
          admin,
          project: during(ref, signal),
          signal,
          progress: state.progress,
          reach: (phase, more) => store.reach(id, phase, more),
        }),
      )
      await store.end(id, 'succeeded', now())
    } catch (error) {
      const reason = signal.aborted ? signal.reason : error
      if (!(reason instanceof AppError)) onError(error, ref)
      const { message } = reason as Error
      const status = reason instanceof Cancelled ? 'cancelled' : 'failed'
      try {
        await remove(row, status, message)
      } catch (failure) {
        onError(failure, ref)
        await cleanUpLater()
      }
    }
  }

  return {
    /** What a source has. Throws `validation_failed` for its address and `upstream_failed` when it does not answer. */
    check: (ref: string, connectionString: string, signal: AbortSignal): Promise<SourceCheck> =>
      sourceAt(connectionString, signal).during((client) =>
        databases.asAdmin.session(ref, (admin) => checkSource(client, admin)),
      ),

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
      { connection_string, schemas }: NewDatabaseImport,
    ): Promise<DatabaseImport> {
      const stop = new AbortController()
      const source = sourceAt(connection_string, stop.signal)
      const check = await source.during((client) =>
        databases.asAdmin.session(ref, (admin) => checkSource(client, admin)),
      )
      refuseObstacles(check, schemas)
      const { host, port, database } = source
      const row = await store.add({
        id: randomUUID(),
        ref,
        source: { host, port, database },
        schemas,
        userId,
      })
      const progress = { tables: 0, tables_total: 0, bytes: 0, bytes_total: 0 }
      const over = Promise.withResolvers<void>()
      const state: Running = { id: row.id, stop, progress, over: over.promise }
      running.set(ref, state)
      void run(row, source, check, state)
        .catch((error) => onError(error, ref))
        .finally(() => {
          running.delete(ref)
          over.resolve()
        })
      return shown(row)
    },

    /** Resolves when what it had created is gone. Throws `not_found`, and `conflict` when it is over. */
    async cancel(ref: string, id: string): Promise<DatabaseImport> {
      const row = await store.find(ref, id)
      if (!row) throw notFound('Import', id)
      const state = running.get(ref)
      if (state?.id !== id) throw new AppError('conflict', 'This import is over.')
      state.stop.abort(new Cancelled())
      await state.over
      return shown((await store.find(ref, id)) ?? row)
    },

    /** Ends a project's import, whose database is about to stop. */
    async stopOf(ref: string) {
      const state = running.get(ref)
      state?.stop.abort(new AppError('instance_unavailable', STOPPED))
    },

    /** Ends all imports and waits for them. */
    async close() {
      for (const { stop } of running.values()) stop.abort(new AppError('instance_unavailable', STOPPED))
      await Promise.all([...running.values()].map(({ over }) => over))
    },

    /** Ends the imports that a stopped server or database has left unfinished. Throws when one could not be ended. */
    async removeLeftovers() {
      const failures: unknown[] = []
      for (const row of await store.unfinished()) {
        if (running.has(row.ref)) continue
        try {
          const isOpen = await databases.asAdmin.session(row.ref, (admin) =>
            hasImportRole(admin, importRole(row.id)),
          )
          // It was made final before this could be stored.
          if (!isOpen && row.phase === 'finishing') await store.end(row.id, 'succeeded', now())
          else await remove(row, 'failed', STOPPED)
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Unfinished imports could not be removed')
    },
  }
}

class Cancelled extends AppError {
  constructor() {
    super('gone', 'The import was cancelled. What it had created was removed.')
  }
}

function refuseObstacles(check: SourceCheck, chosen: readonly string[]) {
  if (check.obstacle !== null) throw new AppError('conflict', check.obstacle)
  for (const name of chosen) {
    const schema = check.schemas.find((one) => one.name === name)
    if (!schema) throw new AppError('validation_failed', `schemas: The source has no schema ${name}.`)
    if (schema.obstacle !== null) throw new AppError('conflict', `${name}: ${schema.obstacle}`)
  }
}
