import { z } from 'zod'
import { queryList } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { nameText, Text } from '../text.ts'
import {
  DELETES_PER_REQUEST_MAX,
  FOLDER_NAME_MAX,
  NAMES_PER_REQUEST_MAX,
  SNIPPET_BYTES_MAX,
  SNIPPET_DESCRIPTION_MAX,
  SNIPPET_NAME_MAX,
  SNIPPETS_PAGE,
  snippetSortKeys,
  snippetVisibilities,
  UNANSWERED_SAVES_MAX,
} from './snippets.rules.ts'

export const SnippetVisibility = z.enum(snippetVisibilities)
export type SnippetVisibility = z.infer<typeof SnippetVisibility>

const encoder = new TextEncoder()
const SnippetSql = Text.refine(
  (sql) => sql.length <= SNIPPET_BYTES_MAX / 3 || encoder.encode(sql).length <= SNIPPET_BYTES_MAX,
  'A snippet may have at most 10 MB',
)

/** Which columns of a result a chart draws, and how. */
export const SnippetChart = z.strictObject({
  type: z.enum(['bar', 'line', 'area']).default('bar'),
  xKey: Text.max(SNIPPET_NAME_MAX).default(''),
  yKey: Text.max(SNIPPET_NAME_MAX).default(''),
  cumulative: z.boolean().default(false),
  showLabels: z.boolean().default(false),
  showGrid: z.boolean().default(false),
  logScale: z.boolean().default(false),
})

export const SnippetContent = z.object({
  schema_version: z.string().max(10).default('1.0'),
  content_id: z.uuid(),
  sql: SnippetSql,
  chart: SnippetChart.optional(),
  favorite: z.boolean().optional(),
})

/** A saved query without its SQL, as in lists. */
export const SnippetSummary = z
  .object({
    id: z.uuid(),
    type: z.literal('sql'),
    name: z.string(),
    description: z.string(),
    /** The beginning of its SQL on one line, with secrets removed; empty for a blank query. */
    preview: z.string(),
    visibility: SnippetVisibility,
    project_id: z.string(),
    owner_id: z.uuid(),
    owner: z.object({ id: z.uuid(), email: z.string() }),
    folder_id: z.uuid().nullable(),
    /** The caller's own mark. */
    favorite: z.boolean(),
    inserted_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    /** Counts the saves of the text, from 1. */
    revision: z.number().int(),
  })
  .meta({ id: 'SnippetSummary' })
export type SnippetSummary = z.infer<typeof SnippetSummary>

export const Snippet = SnippetSummary.extend({
  content: SnippetContent,
  /** The `save_id` of the last save. */
  save_id: z.uuid().nullable(),
}).meta({ id: 'Snippet' })
export type Snippet = z.infer<typeof Snippet>

const id = z.uuid()
const name = nameText('The name', 1, SNIPPET_NAME_MAX)
const description = Text.max(
  SNIPPET_DESCRIPTION_MAX,
  `A description may have at most ${SNIPPET_DESCRIPTION_MAX} characters`,
)

/** A whole snippet. Fields that only the server sets are accepted and ignored, so that a snippet can be sent back. */
const whole = {
  id,
  type: z.literal('sql').default('sql'),
  name: name.optional(),
  description: description.optional(),
  visibility: SnippetVisibility.optional(),
  folder_id: id.nullable().optional(),
  favorite: z.boolean().optional(),
  content: SnippetContent,
  owner_id: z.uuid().optional(),
  project_id: z.union([z.string(), z.number()]).optional(),
}

export const NewSnippet = z.object({ ...whole, id: id.optional() })
export type NewSnippet = z.infer<typeof NewSnippet>

export const SavedSnippet = z.object({
  ...whole,
  /**
   * The revision that the text is based on, 0 for none. A newer one on the server is a conflict, unless one of
   * `own_saves` made it. When omitted, the text replaces the current one, which becomes a revision.
   */
  revision: z.number().int().min(0).optional(),
  /** Identifies this save, so that it can be retried. */
  save_id: z.uuid().optional(),
  /** Always makes a revision of the replaced text, because a user chose between the two. */
  keep_replaced: z.boolean().default(false),
  /** Saves of the same client that got no response and may have arrived. */
  own_saves: z.array(z.uuid()).max(UNANSWERED_SAVES_MAX).default([]),
})
export type SavedSnippet = z.infer<typeof SavedSnippet>

/** A change to a snippet that leaves its SQL alone. */
export const SnippetChange = z
  .strictObject({
    name,
    description,
    visibility: SnippetVisibility,
    folder_id: id.nullable(),
    favorite: z.boolean(),
    chart: SnippetChart,
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field to change')
export type SnippetChange = z.infer<typeof SnippetChange>

const cursor = z.string().max(500).optional()
const page = {
  type: z.literal('sql').default('sql'),
  /** Part of the name, case-insensitive. */
  name: z.string().max(SNIPPET_NAME_MAX).optional(),
  limit: z.coerce.number().int().min(1).max(SNIPPETS_PAGE).default(SNIPPETS_PAGE),
  cursor,
  sort_by: z.enum(snippetSortKeys).default('inserted_at'),
  sort_order: z.enum(['asc', 'desc']).optional(),
}
export const SnippetQuery = z.object({
  ...page,
  visibility: SnippetVisibility.optional(),
  favorite: z.stringbool().optional(),
})
export type SnippetQuery = z.infer<typeof SnippetQuery>
export const FolderQuery = z.object({ ...page, visibility: z.literal('user').default('user') })
export type FolderQuery = z.infer<typeof FolderQuery>

/** A page of a list; `cursor` is for the next page and absent on the last. */
export const SnippetPage = z.object({ data: z.array(SnippetSummary), cursor: z.string().optional() })
export type SnippetPage = z.infer<typeof SnippetPage>

export const SnippetFolder = z
  .object({
    id: z.uuid(),
    name: z.string(),
    owner_id: z.uuid(),
    project_id: z.string(),
    /** Folders have one level. */
    parent_id: z.null(),
  })
  .meta({ id: 'SnippetFolder' })
export type SnippetFolder = z.infer<typeof SnippetFolder>

export const FolderPage = z.object({
  data: z.object({ folders: z.array(SnippetFolder), contents: z.array(SnippetSummary) }),
  cursor: z.string().optional(),
})
export type FolderPage = z.infer<typeof FolderPage>

export const FolderName = z.strictObject({
  name: nameText('The folder name', 1, FOLDER_NAME_MAX),
  parentId: z.null('Folders have one level. Leave parentId out.').optional(),
})

export const SnippetCounts = z.object({
  private: z.number().int(),
  shared: z.number().int(),
  favorites: z.number().int(),
})

/** An earlier revision of a snippet, without its SQL. */
export const SnippetRevision = z
  .object({
    revision: z.number().int(),
    /** Null when its author's account was deleted. */
    saved_by: z.string().nullable(),
    saved_at: z.iso.datetime(),
    bytes: z.number().int(),
  })
  .meta({ id: 'SnippetRevision' })
export type SnippetRevision = z.infer<typeof SnippetRevision>

export const Ids = z.object({
  ids: queryList(id).pipe(z.array(id).min(1, 'Name at least one id').max(DELETES_PER_REQUEST_MAX)),
})
export const NamedIds = z.object({
  ids: queryList(id).pipe(z.array(id).max(NAMES_PER_REQUEST_MAX)).default([]),
})
export const SnippetNames = z.array(z.object({ id: z.uuid(), name: z.string() }))
export const DeletedIds = z.array(z.object({ id: z.uuid() }))
export const ItemParams = ProjectParams.extend({ id })
export const RevisionParams = ItemParams.extend({ revision: z.coerce.number().int().min(1) })
