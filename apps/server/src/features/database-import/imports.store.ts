import {
  IMPORTS_LISTED,
  type ImportPhase,
  type ImportStatus,
} from '@basalt/contract/database-import/database-import.rules.ts'
import type { DatabaseImport, ImportReport } from '@basalt/contract/database-import/database-import.schema.ts'
import type { Selectable } from 'kysely'
import { AppError } from '../../http/app-error.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { isUniqueViolation } from '../../platform/metadata/metadata-errors.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'

export type ImportsStore = ReturnType<typeof importsStore>

export type StoredImport = Omit<Selectable<MetadataSchema['database_imports']>, 'ref'> & { ref: string }

/** Imports of databases into projects, running and ended. All throw MetadataUnavailable. */
export function importsStore(metadata: Metadata) {
  const rows = () => metadata.selectFrom('database_imports').selectAll()
  return {
    list: (ref: string): Promise<StoredImport[]> =>
      rows().where('ref', '=', ref).orderBy('started_at', 'desc').limit(IMPORTS_LISTED).execute(),

    find: (ref: string, id: string): Promise<StoredImport | undefined> =>
      rows().where('ref', '=', ref).where('id', '=', id).executeTakeFirst(),

    unfinished: (): Promise<StoredImport[]> => rows().where('status', '=', 'running').execute(),

    /** Throws `conflict` while another import of the project runs. */
    async add(started: {
      id: string
      ref: string
      source: DatabaseImport['source']
      schemas: readonly string[]
      userId: string
    }): Promise<StoredImport> {
      const { id, ref, source, schemas, userId } = started
      try {
        return await metadata
          .insertInto('database_imports')
          .values({
            id,
            ref,
            status: 'running',
            phase: 'definition',
            source: JSON.stringify(source),
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

    async reach(
      id: string,
      phase: ImportPhase,
      more: { report?: ImportReport; createdRoles?: readonly string[] } = {},
    ) {
      await metadata
        .updateTable('database_imports')
        .set({
          phase,
          ...(more.report && { report: JSON.stringify(more.report) }),
          ...(more.createdRoles && { created_roles: JSON.stringify(more.createdRoles) }),
        })
        .where('id', '=', id)
        .execute()
    },

    async end(id: string, status: Exclude<ImportStatus, 'running'>, at: Date, error?: string) {
      await metadata
        .updateTable('database_imports')
        .set({ status, ended_at: at, ...(error !== undefined && { error }) })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .execute()
    },
  }
}
