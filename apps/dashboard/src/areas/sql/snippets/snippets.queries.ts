import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import type { StatementResult } from '@basalt/contract/query/query.schema.ts'
import {
  createSnippetFolder as createFolderCall,
  deleteSnippetFolders as deleteFoldersCall,
  getSnippetFolder,
  listSnippetFolders,
  renameSnippetFolder as renameFolderCall,
} from '@basalt/contract/snippets/folders.endpoints.ts'
import {
  countSnippets,
  createSnippet as createSnippetCall,
  deleteSnippets as deleteSnippetsCall,
  getSnippet,
  getSnippetRevision,
  listSnippetRevisions,
  listSnippets,
  nameSnippets,
  restoreSnippetRevision as restoreRevisionCall,
  updateSnippet as updateSnippetCall,
} from '@basalt/contract/snippets/snippets.endpoints.ts'
import type { SnippetSortKey } from '@basalt/contract/snippets/snippets.rules.ts'
import type {
  FolderPage,
  Snippet,
  SnippetChange,
  SnippetPage,
  SnippetSummary,
} from '@basalt/contract/snippets/snippets.schema.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { failedWith } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { replaceQueryData } from '../../../api/replace-query-data.ts'
import { newId } from '../../../lib/new-id.ts'

/** Rows of a saved query that a report draws or lists. */
const RESULT_ROWS_MAX = 1_000

type ListFilter = { visibility?: 'user' | 'project'; favorite?: 'true'; name?: string }

export const snippetQueries = {
  all: ['snippets'] as const,
  of: (ref: string) => [...snippetQueries.all, ref] as const,
  /** The key prefix of everything that lists queries without their texts. */
  lists: (ref: string) => [...snippetQueries.of(ref), 'lists'] as const,
  /** The key of a query that is open in the editor, with the changes that only this browser has. */
  document: (ref: string, id: string) => [...snippetQueries.of(ref), 'document', id] as const,

  list: (ref: string, sort_by: SnippetSortKey, filter: ListFilter) =>
    infiniteQueryOptions({
      queryKey: [...snippetQueries.lists(ref), sort_by, filter],
      queryFn: ({ pageParam: cursor, signal }) =>
        call(
          listSnippets,
          { params: { ref }, query: { sort_by, ...filter, ...(cursor && { cursor }) } },
          signal,
        ),
      initialPageParam: '',
      getNextPageParam: (last) => last.cursor,
    }),

  /** The folders, and the private queries outside of them. */
  root: (ref: string, sort_by: SnippetSortKey) =>
    infiniteQueryOptions({
      queryKey: [...snippetQueries.lists(ref), sort_by, 'root'],
      queryFn: ({ pageParam: cursor, signal }) =>
        call(listSnippetFolders, { params: { ref }, query: { sort_by, ...(cursor && { cursor }) } }, signal),
      initialPageParam: '',
      getNextPageParam: (last) => last.cursor,
    }),

  folder: (ref: string, id: string, sort_by: SnippetSortKey) =>
    infiniteQueryOptions({
      queryKey: [...snippetQueries.lists(ref), sort_by, 'folder', id],
      queryFn: ({ pageParam: cursor, signal }) =>
        call(
          getSnippetFolder,
          { params: { ref, id }, query: { sort_by, ...(cursor && { cursor }) } },
          signal,
        ),
      initialPageParam: '',
      getNextPageParam: (last) => last.cursor,
    }),

  counts: (ref: string, name = '') =>
    queryOptions({
      queryKey: [...snippetQueries.lists(ref), 'counts', name],
      queryFn: ({ signal }) => call(countSnippets, { params: { ref }, query: name ? { name } : {} }, signal),
    }),

  /** The names of the queries with these ids that still exist. */
  names: (ref: string, ids: readonly string[]) =>
    queryOptions({
      queryKey: [...snippetQueries.of(ref), 'names', ...ids],
      queryFn: ({ signal }) => call(nameSnippets, { params: { ref }, query: { ids: ids.join(',') } }, signal),
      staleTime: 0,
      gcTime: 0,
    }),

  item: (ref: string, id: string) =>
    queryOptions({
      queryKey: [...snippetQueries.of(ref), 'item', id],
      queryFn: ({ signal }) => call(getSnippet, { params: { ref, id } }, signal),
    }),

  /** The key prefix of everything that saved queries returned. */
  results: (ref: string) => [...snippetQueries.of(ref), 'result'] as const,

  /** The result of the last statement of a script that only reads; a script that writes fails. */
  result: (ref: string, sql: string) =>
    queryOptions({
      queryKey: [...snippetQueries.results(ref), sql] as const,
      queryFn: async ({ signal }) => {
        const body = { query: sql, read_only: true, max_rows: RESULT_ROWS_MAX }
        const input = { params: { ref }, query: { results: 'all' as const }, body }
        const results = (await call(runQuery, input, signal)) as StatementResult[]
        return results.findLast(({ fields }) => fields.length > 0) ?? null
      },
      staleTime: 0,
      refetchOnWindowFocus: false,
      retry: false,
    }),

  revisions: (ref: string, id: string) =>
    queryOptions({
      queryKey: [...snippetQueries.of(ref), 'item', id, 'revisions'],
      queryFn: ({ signal }) => call(listSnippetRevisions, { params: { ref, id } }, signal),
      // Every save may add one.
      staleTime: 0,
    }),

  revision: (ref: string, id: string, revision: number) =>
    queryOptions({
      queryKey: [...snippetQueries.of(ref), 'item', id, 'revisions', revision],
      queryFn: ({ signal }) =>
        call(getSnippetRevision, { params: { ref, id, revision: String(revision) } }, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

/** Updates the preview of a saved query in every cached list, without refetching the lists. */
export function updateCachedPreview(client: QueryClient, ref: string, { id, preview }: SnippetSummary) {
  const updated = <T extends SnippetSummary>(row: T) =>
    row.id === id && row.preview !== preview ? { ...row, preview } : row
  type Page = SnippetPage | FolderPage
  const inPage = (page: Page): Page =>
    'contents' in page.data
      ? { ...page, data: { ...page.data, contents: page.data.contents.map(updated) } }
      : { ...page, data: page.data.map(updated) }
  client.setQueriesData<InfiniteData<Page>>(
    // The counts have no pages.
    {
      queryKey: snippetQueries.lists(ref),
      predicate: ({ state }) => 'pages' in ((state.data as object) ?? {}),
    },
    (lists) => lists && { ...lists, pages: lists.pages.map(inPage) },
  )
}

const refreshLists = (client: QueryClient, ref: string) =>
  client.invalidateQueries({ queryKey: snippetQueries.lists(ref) })

/** Caches the query that the server returned, and refetches the lists. */
const cacheSnippet = async (client: QueryClient, ref: string, snippet: Snippet) => {
  await replaceQueryData(client, snippetQueries.item(ref, snippet.id).queryKey, snippet)
  return refreshLists(client, ref)
}

/** Creates a query with its text, such as from a template or as a duplicate. */
export const createSnippet = (ref: string) =>
  mutationOptions({
    mutationFn: ({ name, sql }: { name: string; sql: string }) => {
      const id = newId()
      return call(createSnippetCall, {
        params: { ref },
        body: { id, name, content: { content_id: id, sql } },
      })
    },
    onSuccess: (snippet, _input, _result, { client }) => cacheSnippet(client, ref, snippet),
    meta: { errorTitle: 'Failed to create new query' },
  })

/** Renames or moves a query. The form displays errors. */
export const updateSnippet = (ref: string) =>
  mutationOptions({
    mutationFn: ({ id, change }: { id: string; change: SnippetChange }) =>
      call(updateSnippetCall, { params: { ref, id }, body: change }),
    onSuccess: (snippet, _input, _result, { client }) => cacheSnippet(client, ref, snippet),
  })

export const favoriteSnippet = (ref: string) =>
  mutationOptions({ ...updateSnippet(ref), meta: { errorTitle: 'Failed to change favorites' } })

export const moveSnippet = (ref: string) =>
  mutationOptions({ ...updateSnippet(ref), meta: { errorTitle: 'Failed to move the query' } })

export const chartSnippet = (ref: string) =>
  mutationOptions({
    ...updateSnippet(ref),
    // Run serially, so that the last choice wins.
    scope: { id: `chart-${ref}` },
    meta: { errorTitle: 'Failed to update chart. Please try again.' },
  })

/** The dialog displays errors. Queries that are already deleted count as deleted. */
export const deleteSnippets = (ref: string) =>
  mutationOptions({
    mutationFn: (ids: string[]) =>
      call(deleteSnippetsCall, { params: { ref }, query: { ids } }).catch((error: unknown) => {
        if (failedWith(error, 'not_found')) return ids.map((id) => ({ id }))
        throw error
      }),
    onSuccess: (_deleted, ids, _result, { client }) => {
      for (const id of ids) client.removeQueries({ queryKey: snippetQueries.item(ref, id).queryKey })
      return refreshLists(client, ref)
    },
  })

export const createFolder = (ref: string) =>
  mutationOptions({
    mutationFn: (name: string) => call(createFolderCall, { params: { ref }, body: { name } }),
    onSuccess: (_folder, _name, _result, { client }) => refreshLists(client, ref),
  })

export const renameFolder = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: (name: string) => call(renameFolderCall, { params: { ref, id }, body: { name } }),
    onSuccess: (_folder, _name, _result, { client }) => refreshLists(client, ref),
  })

/** Deletes the folder with its queries. The dialog displays errors. */
export const deleteFolder = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(deleteFoldersCall, { params: { ref }, query: { ids: [id] } }),
    onSuccess: (_deleted, _id, _result, { client }) => refreshLists(client, ref),
  })

export const restoreRevision = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: (revision: number) => call(restoreRevisionCall, { params: { ref, id }, body: { revision } }),
    onSuccess: (snippet, _revision, _result, { client }) => cacheSnippet(client, ref, snippet),
  })
