import type { SnippetFolder } from '@basalt/contract/snippets/snippets.schema.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { isUniqueViolation } from '../../platform/metadata/metadata-errors.ts'
import type { Viewer } from './snippet-page.ts'

export type FolderStore = ReturnType<typeof folderStore>

/** Folders of private queries; each belongs to one person, and nobody else sees it. */
export function folderStore(metadata: Metadata) {
  const own = ({ ref, userId }: Viewer) =>
    metadata
      .selectFrom('snippet_folders')
      .select(['id', 'name', 'owner_id', 'project_ref as project_id'])
      .where('project_ref', '=', ref)
      .where('owner_id', '=', userId)

  return {
    /** Sorted by name; with `name` only those that contain it. */
    async list(viewer: Viewer, name = ''): Promise<SnippetFolder[]> {
      const rows = await own(viewer)
        .where(sql<boolean>`position(lower(${name}) in lower(name)) > 0`)
        .orderBy(sql`lower(name)`)
        .execute()
      return rows.map(toFolder)
    },

    async find(viewer: Viewer, id: string): Promise<SnippetFolder | undefined> {
      const row = await own(viewer).where('id', '=', id).executeTakeFirst()
      return row && toFolder(row)
    },

    /** Undefined when the name is taken. */
    async insert({ ref, userId }: Viewer, organizationId: string, name: string) {
      const row = await metadata
        .insertInto('snippet_folders')
        .values({ project_ref: ref, organization_id: organizationId, owner_id: userId, name })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'name', 'owner_id', 'project_ref as project_id'])
        .executeTakeFirst()
      return row && toFolder(row)
    },

    /** False when the name is taken. */
    async rename(id: string, name: string): Promise<boolean> {
      try {
        await metadata.updateTable('snippet_folders').set({ name }).where('id', '=', id).execute()
        return true
      } catch (error) {
        if (isUniqueViolation(error)) return false
        throw error
      }
    },

    /** Deletes the queries inside as well. Returns the folders that existed. */
    remove(viewer: Viewer, ids: readonly string[]) {
      return metadata.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ id: string }>`
          select id from snippet_folders
          where project_ref = ${viewer.ref} and owner_id = ${viewer.userId} and id = any(${ids}::uuid[])
          for update`.execute(transaction)
        const found = rows.map(({ id }) => id)
        if (found.length === 0) return []
        await transaction.deleteFrom('snippets').where('folder_id', 'in', found).execute()
        await transaction.deleteFrom('snippet_folders').where('id', 'in', found).execute()
        return rows
      })
    },
  }
}

const toFolder = (row: Omit<SnippetFolder, 'parent_id'>): SnippetFolder => ({ ...row, parent_id: null })
