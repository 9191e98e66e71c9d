import { EXPLORER_PAGE_SIZE, type Move } from '@basalt/contract/storage/explorer.schema.ts'
import {
  countObjects,
  createFolder as createFolderCall,
  deleteObjects,
  getObject,
  getPublicUrl,
  listObjects,
  moveObject,
  moveObjects,
  prepareArchive as prepareArchiveCall,
  signObject,
} from '@basalt/contract/storage/objects.endpoints.ts'
import type { ListedObject, ObjectSort } from '@basalt/contract/storage/objects.schema.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { call, send } from '../../../../api/call.ts'
import { newId } from '../../../../lib/new-id.ts'
import { bucketQueries } from '../buckets/bucket.queries.ts'
import { type Entry, entriesOf } from './entry.rules.ts'
import { type FolderPages, firstPages, isDeep, isFolderPages, mapEntries } from './folder-pages.rules.ts'

/** Identifies a bucket. */
export interface BucketKey {
  ref: string
  bucket: string
}

export interface FolderView {
  sort: ObjectSort
  search: string
}

const paramsOf = ({ ref, bucket }: BucketKey) => ({ ref, id: bucket })

/** The cursor of the next page: right after the last entry, so that earlier changes do not shift it. */
function after(last: ListedObject, { column }: ObjectSort) {
  const value = column === 'name' || last.id === null ? null : last[column]
  return { name: last.name, id: last.id, ...(value !== null && { value }) }
}

export const explorerQueries = {
  /** A folder page by page, folders first. */
  folder: (bucketKey: BucketKey, path: string, { sort, search }: FolderView) =>
    infiniteQueryOptions({
      queryKey: [...bucketQueries.contents(bucketKey.ref, bucketKey.bucket), 'folder', path, sort, search],
      queryFn: async ({ pageParam, signal }) => {
        const options = {
          limit: EXPLORER_PAGE_SIZE,
          search,
          sortBy: sort,
          ...(pageParam && { after: pageParam }),
        }
        const listed = await call(
          listObjects,
          { params: paramsOf(bucketKey), body: { path, options } },
          signal,
        )
        // Converted here, so that each page is converted only once.
        return {
          entries: entriesOf(listed, path, Date.now()),
          /** A folder exists only through its contents: without any, not even a placeholder, there is none. */
          exists: path === '' || search !== '' || listed.length > 0,
          next: listed.length === EXPLORER_PAGE_SIZE ? after(listed.at(-1)!, sort) : undefined,
        }
      },
      initialPageParam: null as ReturnType<typeof after> | null,
      getNextPageParam: ({ next }) => next,
      // Changes by others appear when the user returns to the page.
      refetchOnWindowFocus: 'always',
    }),

  /** The number and size of the files in these paths, for the deletion dialog. */
  count: (bucketKey: BucketKey, paths: string[]) =>
    queryOptions({
      queryKey: [...bucketQueries.contents(bucketKey.ref, bucketKey.bucket), 'count', paths],
      queryFn: ({ signal }) => explorerCalls(bucketKey).count(paths, signal),
      gcTime: 0,
      staleTime: 0,
    }),

  /** The text of a file, for its preview. */
  text: (bucketKey: BucketKey, path: string, version: string | null) =>
    queryOptions({
      queryKey: [...bucketQueries.contents(bucketKey.ref, bucketKey.bucket), 'text', path, version],
      queryFn: async ({ signal }) =>
        (await send(getObject, { params: paramsOf(bucketKey), query: { path } }, signal)).text(),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

export const entriesIn = ({ pages }: InfiniteData<{ entries: Entry[] }, unknown>) =>
  pages.flatMap(({ entries }) => entries)

const foldersOf = ({ ref, bucket }: BucketKey) => [...bucketQueries.contents(ref, bucket), 'folder']

/**
 * Applies this page's own changes to the cached folders immediately. A folder with many loaded pages is not refetched,
 * so that the user keeps their scroll position; a reload restores the server's order.
 */
export function applyToFolders(
  client: QueryClient,
  bucketKey: BucketKey,
  change: (entry: Entry) => Entry | undefined,
) {
  client.setQueriesData<FolderPages>(
    { queryKey: foldersOf(bucketKey) },
    (cached) => cached && mapEntries(cached, change),
  )
  notifyOtherTabs(bucketKey)
  return refresh(client, bucketKey, ({ state: { data } }) => !(isFolderPages(data) && isDeep(data)))
}

/** Moves the cached listings of a renamed folder and its subfolders, so that they never look empty in between. */
export function renameFolderPages(client: QueryClient, bucketKey: BucketKey, from: string, to: string) {
  const start = foldersOf(bucketKey)
  const moved = (path: string) => to + path.slice(from.length)
  for (const [key, pages] of client.getQueriesData<FolderPages>({ queryKey: start })) {
    const path = key[start.length]
    if (!pages || typeof path !== 'string' || !(path === from || path.startsWith(`${from}/`))) continue
    const renamed = mapEntries(pages, (entry) => ({ ...entry, path: moved(entry.path) }))
    client.setQueryData([...start, moved(path), ...key.slice(start.length + 1)], renamed)
  }
}

/** Refetches a bucket's contents in this tab and in others. */
export function refreshContents(client: QueryClient, bucketKey: BucketKey) {
  notifyOtherTabs(bucketKey)
  return refreshHere(client, bucketKey)
}

function refreshHere(client: QueryClient, bucketKey: BucketKey) {
  client.setQueriesData<FolderPages>(
    { queryKey: foldersOf(bucketKey) },
    (cached) => cached && firstPages(cached),
  )
  return refresh(client, bucketKey)
}

const refresh = (client: QueryClient, { ref, bucket }: BucketKey, predicate?: (query: Query) => boolean) =>
  Promise.all([
    client.invalidateQueries({
      queryKey: bucketQueries.contents(ref, bucket),
      ...(predicate && { predicate }),
    }),
    // The bucket itself may have been changed or deleted as well.
    client.invalidateQueries({ queryKey: bucketQueries.one(ref, bucket).queryKey }),
  ])

const CHANNEL = 'basalt-storage'
/** A channel also delivers this tab's own messages. */
const thisTab = newId()

/** Notifies this browser's other tabs of changes in a bucket. */
function notifyOtherTabs({ ref, bucket }: BucketKey) {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ ref, bucket, from: thisTab })
  channel.close()
}

/** Refetches a bucket when another tab changes it. Returns a function that unsubscribes. */
export function subscribeToOtherTabs(client: QueryClient, bucketKey: BucketKey) {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<BucketKey & { from: string }>) => {
    if (data.from === thisTab || data.ref !== bucketKey.ref || data.bucket !== bucketKey.bucket) return
    void refreshHere(client, bucketKey)
  }
  return () => channel.close()
}

/** The explorer's API calls. Each is one round trip, however many files it affects. */
export const explorerCalls = (bucketKey: BucketKey) => {
  const params = paramsOf(bucketKey)
  return {
    folderExists: async (path: string) =>
      (await call(listObjects, { params, body: { path, options: { limit: 1 } } })).length > 0,
    createFolder: (path: string) => call(createFolderCall, { params, body: { path } }),
    move: (moves: Move[]) =>
      moves.length === 1
        ? call(moveObject, { params, body: moves[0]! })
        : call(moveObjects, { params, body: { moves } }),
    count: (paths: string[], signal: AbortSignal) => call(countObjects, { params, body: { paths } }, signal),
    remove: (paths: string[]) => call(deleteObjects, { params, body: { paths } }),
    publicUrl: async (path: string) => (await call(getPublicUrl, { params, body: { path } })).publicUrl,
    signedUrl: async (path: string, expiresIn: number) =>
      (await call(signObject, { params, body: { path, expiresIn } })).signedUrl,
    prepareArchive: async (paths: string[], name: string) =>
      (await call(prepareArchiveCall, { params, body: { paths, name } })).token,
  }
}

/** Larger files are not compared: they are uploaded in chunks, whose progress the server reports. */
const COMPARED_MAX_BYTES = 6 * 1024 ** 2

/** Whether a bucket has exactly these bytes at a path. False when that cannot be determined. */
export async function hasSameContent(file: File, bucketKey: BucketKey, path: string): Promise<boolean> {
  if (file.size > COMPARED_MAX_BYTES) return false
  try {
    const response = await send(getObject, { params: paramsOf(bucketKey), query: { path } })
    const [remote, local] = await Promise.all([response.arrayBuffer(), file.arrayBuffer()])
    const bytes = new Uint8Array(local)
    return (
      remote.byteLength === local.byteLength && new Uint8Array(remote).every((byte, at) => byte === bytes[at])
    )
  } catch {
    return false
  }
}
