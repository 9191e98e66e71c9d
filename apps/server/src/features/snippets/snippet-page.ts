import { SNIPPET_PREVIEW_MAX, type SnippetSortKey } from '@basalt/contract/snippets/snippets.rules.ts'
import type { SnippetSummary, SnippetVisibility } from '@basalt/contract/snippets/snippets.schema.ts'
import { withoutSecrets } from '@basalt/sql/without-secrets.ts'
import { type RawBuilder, sql } from 'kysely'
import type { PageCursor } from '../../http/page-cursor.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'

/** Characters read for a preview. More than it shows: spaces are collapsed and secrets have to be recognized. */
const PREVIEWED_CHARACTERS = 1000

/** The user and project that a list is for. */
export interface Viewer {
  ref: string
  userId: string
}

export interface PageRequest {
  limit: number
  sortBy: SnippetSortKey
  order: 'asc' | 'desc'
  /** Undefined for both: the viewer's private snippets and all shared ones. */
  visibility?: SnippetVisibility | undefined
  favorite?: boolean | undefined
  /** Null for snippets outside folders, undefined for all. */
  folderId?: string | null
  name?: string | undefined
  after?: PageCursor | undefined
}

export interface SnippetRow extends Omit<SnippetSummary, 'owner' | 'type' | 'preview'> {
  /** At least the first PREVIEWED_CHARACTERS of its text. */
  sql_start: string
  owner_email: string
  sort_key: string
}

/**
 * Returns up to one row more than the limit: then there is another page. Each visibility is read in the order of its
 * own index and the two are merged, so that a page reads few more rows than it returns.
 */
export async function snippetPage(metadata: Metadata, viewer: Viewer, request: PageRequest) {
  const { rows } = await pageQuery(viewer, request).execute(metadata)
  const starts = await textStarts(
    metadata,
    rows.map(({ id }) => id),
  )
  return rows.map((row): SnippetRow => ({ ...row, sql_start: starts.get(row.id) ?? '' }))
}

/** A separate query, so that finding and sorting read no texts but those on the page. */
async function textStarts(metadata: Metadata, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await metadata
    .selectFrom('snippet_contents')
    .select(['snippet_id', sql<string>`left(sql, ${PREVIEWED_CHARACTERS})`.as('start')])
    .where('snippet_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ snippet_id, start }) => [snippet_id, start]))
}

const LIKE_SPECIAL = /[%_\\]/g

/** Whether a query's name contains `part`, ignoring case, in the form that the trigram index supports. */
export const hasInName = (part: string): RawBuilder<boolean> =>
  sql`lower(name) like lower(${`%${part.replace(LIKE_SPECIAL, '\\$&')}%`})`

/** Exported for the test of its plan. */
export function pageQuery(viewer: Viewer, request: PageRequest): RawBuilder<Omit<SnippetRow, 'sql_start'>> {
  const parts = request.visibility ? [request.visibility] : (['user', 'project'] as const)
  const ordered = order(request)
  return sql<Omit<SnippetRow, 'sql_start'>>`
    select page.id, page.name, page.description, page.visibility, page.project_ref as project_id, page.owner_id,
      users.email as owner_email, page.folder_id, page.inserted_at, page.updated_at, page.revision, page.sort_key,
      exists (select from snippet_favorites where user_id = ${viewer.userId} and snippet_id = page.id) as favorite
    from (
      ${sql.join(
        parts.map(
          (visibility) =>
            sql`select * from (${part(viewer, visibility, request)}) ${sql.raw(visibility)}_part`,
        ),
        sql` union all `,
      )}
      order by ${ordered} limit ${request.limit + 1}
    ) page
    join users on users.id = page.owner_id
    order by ${ordered}`
}

function part(viewer: Viewer, visibility: SnippetVisibility, request: PageRequest) {
  const { name, after, favorite, folderId } = request
  const compared = request.order === 'asc' ? sql`>` : sql`<`
  const key = sortKeys[request.sortBy]
  return sql`
    select snippets.*, (${key.column})::text as sort_key, ${key.column} as ordered_by from snippets
    where project_ref = ${viewer.ref}
    ${visibility === 'user' ? sql`and visibility = 'user' and owner_id = ${viewer.userId}` : sql`and visibility = 'project'`}
    ${folderId === null ? sql`and folder_id is null` : sql``}
    ${typeof folderId === 'string' ? sql`and folder_id = ${folderId}` : sql``}
    ${name ? sql`and ${hasInName(name)}` : sql``}
    ${favorite === undefined ? sql`` : sql`and ${favorite} = exists (select from snippet_favorites where user_id = ${viewer.userId} and snippet_id = snippets.id)`}
    ${after ? sql`and (${key.column}, id) ${compared} (${key.value(after[0])}, ${after[1]}::uuid)` : sql``}
    order by ${request.order === 'asc' ? sql`${key.column}, id` : sql`${key.column} desc, id desc`}
    limit ${request.limit + 1}`
}

const order = ({ order: direction }: PageRequest) =>
  direction === 'asc' ? sql`ordered_by, id` : sql`ordered_by desc, id desc`

const sortKeys = {
  name: { column: sql`lower(name)`, value: (text: string) => sql`${text}` },
  inserted_at: { column: sql`inserted_at`, value: (text: string) => sql`${text}::timestamptz` },
} as const

export const toSummary = ({
  owner_email,
  sort_key: _key,
  sql_start,
  ...row
}: SnippetRow): SnippetSummary => ({
  ...row,
  type: 'sql',
  preview: previewOf(sql_start),
  owner: { id: row.owner_id, email: owner_email },
})

/** The beginning of the SQL on one line, with secrets removed. */
function previewOf(text: string): string {
  const start = withoutSecrets(text.slice(0, PREVIEWED_CHARACTERS))
  return [...start.replace(/\s+/g, ' ').trim()].slice(0, SNIPPET_PREVIEW_MAX).join('')
}
