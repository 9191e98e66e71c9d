import {
  IMPORTS_LISTED,
  type ImportKind,
  type ImportPhase,
  type ImportStatus,
} from '@basalt/contract/database-import/database-import.rules.ts'
import type { DatabaseImport } from '@basalt/contract/database-import/database-import.schema.ts'
import type { Selectable } from 'kysely'
import { AppError } from '../../http/app-error.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { isUniqueViolation } from '../../platform/metadata/metadata-errors.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { PhaseFacts } from './import-run.ts'

export type ImportsStore = ReturnType<typeof importsStore>

export type StoredImport = Omit<Selectable<MetadataSchema['database_imports']>, 'ref'> & { ref: string }

/** Imports of databases into projects, running and ended. All throw MetadataUnavailable. */
export function importsStore(metadata: Metadata, secrets: Pick<Secrets, 'seal' | 'open'>) {
  const rows = () => metadata.selectFrom('database_imports').selectAll()
  return {
    list: (ref: string): Promise<StoredImport[]> =>
      rows().where('ref', '=', ref).orderBy('started_at', 'desc').limit(IMPORTS_LISTED).execute(),

    find: (ref: string, id: string): Promise<StoredImport | undefined> =>
      rows().where('ref', '=', ref).where('id', '=', id).executeTakeFirst(),

    /** The email address of the member who started an import; empty once their account is deleted. */
    async starterOf({ started_by }: StoredImport): Promise<string> {
      if (started_by === null) return ''
      const user = await metadata
        .selectFrom('users')
        .select('email')
        .where('id', '=', started_by)
        .executeTakeFirst()
      return user?.email ?? ''
    },

    unfinished: (): Promise<StoredImport[]> => rows().where('status', '=', 'running').execute(),

    /** Throws `conflict` while another import of the project runs. */
    async add(started: {
      id: string
      ref: string
      kind: ImportKind
      source: DatabaseImport['source']
      file: DatabaseImport['file']
      /** Of a source that is followed. */
      connectionString?: string
      schemas: readonly string[]
      userId: string
    }): Promise<StoredImport> {
      const { id, ref, kind, source, file, connectionString, schemas, userId } = started
      try {
        return await metadata
          .insertInto('database_imports')
          .values({
            id,
            ref,
            status: 'running',
            phase: 'definition',
            kind,
            source: source && JSON.stringify(source),
            file: file && JSON.stringify(file),
            sealed_source: connectionString === undefined ? null : secrets.seal(connectionString),
            schemas: JSON.stringify(schemas),
            started_by: userId,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        throw new AppError('conflict', 'A database is being imported into this project already.', {
          cause: error,
        })
      }
    },

    /** The connection string of a source that is followed. */
    connectionStringOf({ sealed_source }: StoredImport): string {
      if (sealed_source === null) throw new Error('Only an import that follows its source has its address')
      return secrets.open(sealed_source)
    },

    async enterPhase(id: string, phase: ImportPhase, more: PhaseFacts = {}) {
      await metadata
        .updateTable('database_imports')
        .set({
          phase,
          ...(more.report && { report: JSON.stringify(more.report) }),
          ...(more.createdRoles && { created_roles: JSON.stringify(more.createdRoles) }),
          ...(more.enabledWrapper !== undefined && { enabled_wrapper: more.enabledWrapper }),
          ...(more.follow && { follow: JSON.stringify(more.follow) }),
          ...(more.notice !== undefined && { notice: more.notice }),
          ...(more.sourceCleanup !== undefined && { source_cleanup: more.sourceCleanup }),
        })
        .where('id', '=', id)
        .execute()
    },

    async end(id: string, status: Exclude<ImportStatus, 'running'>, at: Date, error?: string) {
      await metadata
        .updateTable('database_imports')
        .set({
          status,
          ended_at: at,
          sealed_source: null,
          notice: null,
          ...(error !== undefined && { error }),
        })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .execute()
    },
  }
}
