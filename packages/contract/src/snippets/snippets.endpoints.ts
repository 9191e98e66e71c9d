import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { SNIPPET_BODY_LIMIT } from './snippets.rules.ts'
import {
  DeletedIds,
  Ids,
  ItemParams,
  NamedIds,
  NewSnippet,
  RevisionParams,
  SavedSnippet,
  Snippet,
  SnippetChange,
  SnippetCounts,
  SnippetNames,
  SnippetPage,
  SnippetQuery,
  SnippetRevision,
} from './snippets.schema.ts'

export const listSnippets = endpoint({
  name: 'listSnippets',
  method: 'GET',
  path: '/platform/projects/:ref/content',
  summary: "The caller's saved queries and the shared ones, without their SQL",
  params: ProjectParams,
  query: SnippetQuery,
  response: SnippetPage,
})

export const createSnippet = endpoint({
  name: 'createSnippet',
  method: 'POST',
  path: '/platform/projects/:ref/content',
  version: 2,
  summary: 'Save a new query; idempotent for the same id and SQL',
  params: ProjectParams,
  body: NewSnippet,
  response: Snippet,
  audit: { keeps: ['name', 'visibility'] },
  status: 201,
  bodyLimit: SNIPPET_BODY_LIMIT,
})

export const saveSnippet = endpoint({
  name: 'saveSnippet',
  method: 'PUT',
  path: '/platform/projects/:ref/content',
  summary: 'Save the SQL of a query, creating it if needed; conflict when based on an older revision',
  params: ProjectParams,
  body: SavedSnippet,
  response: Snippet,
  // The revisions record who wrote what and when.
  audit: { repeats: true },
  bodyLimit: SNIPPET_BODY_LIMIT,
})

export const deleteSnippets = endpoint({
  name: 'deleteSnippets',
  method: 'DELETE',
  path: '/platform/projects/:ref/content',
  summary: 'Delete saved queries; returns those that existed',
  params: ProjectParams,
  query: Ids,
  response: DeletedIds,
})

export const countSnippets = endpoint({
  name: 'countSnippets',
  method: 'GET',
  path: '/platform/projects/:ref/content/count',
  summary: 'How many saved queries the caller owns and can see, in all or by name',
  params: ProjectParams,
  query: SnippetQuery.pick({ type: true, name: true }),
  response: SnippetCounts,
})

export const nameSnippets = endpoint({
  name: 'nameSnippets',
  method: 'GET',
  path: '/platform/projects/:ref/content/names',
  summary: 'The names of saved queries by id, as far as they exist and the caller may see them',
  params: ProjectParams,
  query: NamedIds,
  response: SnippetNames,
})

export const getSnippet = endpoint({
  name: 'getSnippet',
  method: 'GET',
  path: '/platform/projects/:ref/content/item/:id',
  summary: 'A saved query with its SQL',
  params: ItemParams,
  response: Snippet,
})

export const updateSnippet = endpoint({
  name: 'updateSnippet',
  method: 'PATCH',
  path: '/platform/projects/:ref/content/item/:id',
  summary: "Change a saved query's name, description, folder, visibility, favorite mark or chart",
  params: ItemParams,
  body: SnippetChange,
  response: Snippet,
  audit: { title: 'Change a saved query', keeps: ['name', 'visibility', 'folder_id'] },
})

export const listSnippetRevisions = endpoint({
  name: 'listSnippetRevisions',
  method: 'GET',
  path: '/platform/projects/:ref/content/item/:id/revisions',
  summary: 'Earlier revisions of a saved query, newest first',
  params: ItemParams,
  response: z.array(SnippetRevision),
})

export const getSnippetRevision = endpoint({
  name: 'getSnippetRevision',
  method: 'GET',
  path: '/platform/projects/:ref/content/item/:id/revisions/:revision',
  summary: 'One earlier revision of a saved query',
  params: RevisionParams,
  response: SnippetRevision.extend({ sql: z.string() }),
})

export const restoreSnippetRevision = endpoint({
  name: 'restoreSnippetRevision',
  method: 'POST',
  path: '/platform/projects/:ref/content/item/:id/restore',
  summary: 'Restore an earlier revision; the current text is kept as a revision',
  params: ItemParams,
  body: z.strictObject({ revision: z.number().int().min(1) }),
  response: Snippet,
})
