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
  summary: 'The saved queries of the caller and the shared ones, without their texts',
  params: ProjectParams,
  query: SnippetQuery,
  response: SnippetPage,
})

export const createSnippet = endpoint({
  name: 'createSnippet',
  method: 'POST',
  path: '/platform/projects/:ref/content',
  version: 2,
  summary: 'Save a new query; doing it twice with the same id and text is doing it once',
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
  summary:
    'Save the text of a query, which is made if there is none; conflict when it is based on an old one',
  params: ProjectParams,
  body: SavedSnippet,
  response: Snippet,
  // Who wrote what and when stands in the revisions.
  audit: { repeats: true },
  bodyLimit: SNIPPET_BODY_LIMIT,
})

export const deleteSnippets = endpoint({
  name: 'deleteSnippets',
  method: 'DELETE',
  path: '/platform/projects/:ref/content',
  summary: 'Delete saved queries; answers those that were there',
  params: ProjectParams,
  query: Ids,
  response: DeletedIds,
})

export const countSnippets = endpoint({
  name: 'countSnippets',
  method: 'GET',
  path: '/platform/projects/:ref/content/count',
  summary: 'How many saved queries the caller has and may see, in all or with a name',
  params: ProjectParams,
  query: SnippetQuery.pick({ type: true, name: true }),
  response: SnippetCounts,
})

export const nameSnippets = endpoint({
  name: 'nameSnippets',
  method: 'GET',
  path: '/platform/projects/:ref/content/names',
  summary: 'The names of saved queries by their ids, of those that are there and the caller may see',
  params: ProjectParams,
  query: NamedIds,
  response: SnippetNames,
})

export const getSnippet = endpoint({
  name: 'getSnippet',
  method: 'GET',
  path: '/platform/projects/:ref/content/item/:id',
  summary: 'A saved query with its text',
  params: ItemParams,
  response: Snippet,
})

export const updateSnippet = endpoint({
  name: 'updateSnippet',
  method: 'PATCH',
  path: '/platform/projects/:ref/content/item/:id',
  summary: 'Rename, describe, move, share, unshare, mark or chart a saved query without touching its text',
  params: ItemParams,
  body: SnippetChange,
  response: Snippet,
  audit: { title: 'Change a saved query', keeps: ['name', 'visibility', 'folder_id'] },
})

export const listSnippetRevisions = endpoint({
  name: 'listSnippetRevisions',
  method: 'GET',
  path: '/platform/projects/:ref/content/item/:id/revisions',
  summary: 'Earlier texts of a saved query, newest first',
  params: ItemParams,
  response: z.array(SnippetRevision),
})

export const getSnippetRevision = endpoint({
  name: 'getSnippetRevision',
  method: 'GET',
  path: '/platform/projects/:ref/content/item/:id/revisions/:revision',
  summary: 'One earlier text of a saved query',
  params: RevisionParams,
  response: SnippetRevision.extend({ sql: z.string() }),
})

export const restoreSnippetRevision = endpoint({
  name: 'restoreSnippetRevision',
  method: 'POST',
  path: '/platform/projects/:ref/content/item/:id/restore',
  summary: 'Make an earlier text the current one again; what was current is kept',
  params: ItemParams,
  body: z.strictObject({ revision: z.number().int().min(1) }),
  response: Snippet,
})
