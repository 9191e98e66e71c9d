import { REVISIONS_RETAINED } from '@basalt/contract/snippets/snippets.rules.ts'
import type { Snippet, SnippetSummary, SnippetVisibility } from '@basalt/contract/snippets/snippets.schema.ts'
import { sql } from 'kysely'
import { readCursor, writeCursor } from '../../http/page-cursor.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { hasInName, type PageRequest, snippetPage, toSummary, type Viewer } from './snippet-page.ts'

export type SnippetStore = ReturnType<typeof snippetStore>
export type { Viewer } from './snippet-page.ts'

/** What a save writes. */
export interface StoredText {
  sql: string
  digest: Buffer
  chart: object | undefined
  savedBy: string
  saveId: string | undefined
}

/** The stored state that a save is checked against. */
export interface SnippetState {
  id: string
  project_ref: string
  owner_id: string
  visibility: SnippetVisibility
  revision: number
  digest: Buffer
  length: number
  saved_by: string | null
  save_id: string | null
  ms_since_kept: number
}

interface NewRow {
  id: string
  ref: string
  organizationId: string
  ownerId: string
  name: string
  description: string
  visibility: SnippetVisibility
  folderId: string | null
}

type Change = Partial<Pick<SnippetSummary, 'name' | 'description' | 'visibility' | 'folder_id'>>

/** Saved queries. Reads are limited to what the viewer can see; writes check no permissions. */
export function snippetStore(metadata: Metadata) {
  const visible = ({ ref, userId }: Viewer) =>
    metadata
      .selectFrom('snippets')
      .where('snippets.project_ref', '=', ref)
      .where(({ or, eb }) =>
        or([eb('snippets.visibility', '=', 'project'), eb('snippets.owner_id', '=', userId)]),
      )

  return {
    async page(viewer: Viewer, { cursor, ...request }: Omit<PageRequest, 'after'> & { cursor?: string }) {
      const rows = await snippetPage(metadata, viewer, {
        ...request,
        after: cursor ? readCursor(cursor) : undefined,
      })
      const page = rows.slice(0, request.limit)
      const last = page.at(-1)
      return {
        data: page.map(toSummary),
        ...(last && rows.length > page.length && { cursor: writeCursor([last.sort_key, last.id]) }),
      }
    },

    async counts(viewer: Viewer, name = '') {
      const { rows } = await sql<{ private: number; shared: number; favorites: number }>`
        select count(*) filter (where visibility = 'user')::int as private,
          count(*) filter (where visibility = 'project')::int as shared,
          count(*) filter (where exists (
            select from snippet_favorites where user_id = ${viewer.userId} and snippet_id = snippets.id))::int as favorites
        from snippets where project_ref = ${viewer.ref}
          and (visibility = 'project' or owner_id = ${viewer.userId})
          and ${hasInName(name)}`.execute(metadata)
      return rows[0]!
    },

    /** Only of those that the viewer can see. */
    names: async (viewer: Viewer, ids: string[]) =>
      ids.length === 0
        ? []
        : visible(viewer).where('snippets.id', 'in', ids).select(['snippets.id', 'snippets.name']).execute(),

    /** Undefined for what the viewer cannot see. */
    async find(viewer: Viewer, id: string): Promise<Snippet | undefined> {
      const row = await visible(viewer)
        .innerJoin('snippet_contents', 'snippet_contents.snippet_id', 'snippets.id')
        .innerJoin('users', 'users.id', 'snippets.owner_id')
        .select([
          'snippets.id',
          'snippets.name',
          'snippets.description',
          'snippets.visibility',
          'snippets.project_ref as project_id',
          'snippets.owner_id',
          'snippets.folder_id',
          'snippets.inserted_at',
          'snippets.updated_at',
          'snippets.revision',
          'users.email as owner_email',
          'snippet_contents.sql',
          'snippet_contents.chart',
          'snippet_contents.save_id',
          sql<boolean>`exists (select from snippet_favorites
            where user_id = ${viewer.userId} and snippet_id = snippets.id)`.as('favorite'),
        ])
        .where('snippets.id', '=', id)
        .executeTakeFirst()
      if (!row) return undefined
      const { sql: text, chart, save_id, ...summary } = row
      return {
        ...toSummary({ ...summary, sort_key: '', sql_start: text }),
        save_id,
        content: {
          schema_version: '1.0',
          content_id: id,
          sql: text,
          favorite: row.favorite,
          ...(chart !== null && { chart: chart as Snippet['content']['chart'] }),
        },
      }
    },

    /** Locked until the end of the transaction, so that saves of one snippet run one after another. */
    async lock(id: string): Promise<SnippetState | undefined> {
      // A separate statement: rows joined to one that had to be waited for would be read as they were before.
      await metadata.selectFrom('snippets').select('id').where('id', '=', id).forUpdate().execute()
      return metadata
        .selectFrom('snippets')
        .innerJoin('snippet_contents', 'snippet_contents.snippet_id', 'snippets.id')
        .select([
          'snippets.id',
          'project_ref',
          'owner_id',
          'visibility',
          'revision',
          'digest',
          'saved_by',
          'save_id',
          sql<number>`octet_length(sql)`.as('length'),
          sql<number>`(extract(epoch from now() - kept_at) * 1000)::float8`.as('ms_since_kept'),
        ])
        .where('snippets.id', '=', id)
        .executeTakeFirst()
    },

    /** False when the id is taken. */
    async insert(row: NewRow, text: StoredText): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await metadata
        .insertInto('snippets')
        .values({
          id: row.id,
          project_ref: row.ref,
          organization_id: row.organizationId,
          owner_id: row.ownerId,
          name: row.name,
          description: row.description,
          visibility: row.visibility,
          folder_id: row.folderId,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (!numInsertedOrUpdatedRows) return false
      await metadata
        .insertInto('snippet_contents')
        .values({ snippet_id: row.id, ...contentRow(text) })
        .execute()
      return true
    },

    async replaceText(id: string, text: StoredText) {
      await metadata
        .updateTable('snippet_contents')
        .set({ ...contentRow(text), saved_at: sql`now()` })
        .where('snippet_id', '=', id)
        .execute()
      await metadata
        .updateTable('snippets')
        .set(({ eb }) => ({ revision: eb('revision', '+', 1), updated_at: sql`now()` }))
        .where('id', '=', id)
        .execute()
    },

    /** Stores the current text as a revision. */
    async saveRevision(id: string) {
      await sql`
        insert into snippet_revisions (snippet_id, revision, sql, saved_by, saved_at)
        select id, revision, sql, saved_by, saved_at
        from snippets join snippet_contents on snippet_id = id where id = ${id}
        on conflict do nothing`.execute(metadata)
      await sql`update snippet_contents set kept_at = now() where snippet_id = ${id}`.execute(metadata)
      await sql`
        delete from snippet_revisions where snippet_id = ${id} and revision <= (
          select revision from snippet_revisions where snippet_id = ${id}
          order by revision desc offset ${REVISIONS_RETAINED} limit 1)`.execute(metadata)
    },

    async change(id: string, change: Change) {
      if (Object.keys(change).length === 0) return
      await metadata
        .updateTable('snippets')
        .set({ ...change, updated_at: sql`now()` })
        .where('id', '=', id)
        .execute()
    },

    async setChart(id: string, chart: object) {
      await metadata
        .updateTable('snippet_contents')
        .set({ chart: JSON.stringify(chart) })
        .where('snippet_id', '=', id)
        .execute()
    },

    async setFavorite(userId: string, id: string, isFavorite: boolean) {
      const row = { user_id: userId, snippet_id: id }
      if (isFavorite)
        await metadata
          .insertInto('snippet_favorites')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      else
        await metadata
          .deleteFrom('snippet_favorites')
          .where('user_id', '=', userId)
          .where('snippet_id', '=', id)
          .execute()
    },

    /** The snippets with these ids that the viewer can see. */
    findVisible(viewer: Viewer, ids: readonly string[]) {
      return visible(viewer).select(['id', 'owner_id', 'visibility']).where('id', 'in', ids).execute()
    },

    async remove(ids: readonly string[]) {
      await metadata.deleteFrom('snippets').where('id', 'in', ids).execute()
    },
  }
}

const contentRow = ({ sql: text, digest, chart, savedBy, saveId }: StoredText) => ({
  sql: text,
  digest,
  saved_by: savedBy,
  save_id: saveId ?? null,
  ...(chart !== undefined && { chart: JSON.stringify(chart) }),
})
