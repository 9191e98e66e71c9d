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
import { beginningOf, type FolderPages, isDeep, isFolderPages, withChanged } from './folder-pages.rules.ts'

export interface BucketPlace {
  ref: string
  bucket: string
}

export interface FolderView {
  sort: ObjectSort
  search: string
}

const paramsOf = ({ ref, bucket }: BucketPlace) => ({ ref, id: bucket })

/** Where the next page begins: right after the last entry, whatever has come or gone before it. */
function after(last: ListedObject, { column }: ObjectSort) {
  const value = column === 'name' || last.id === null ? null : last[column]
  return { name: last.name, id: last.id, ...(value !== null && { value }) }
}

export const explorerQueries = {
  /** A folder page by page, folders first. */
  folder: (place: BucketPlace, path: string, { sort, search }: FolderView) =>
    infiniteQueryOptions({
      queryKey: [...bucketQueries.contents(place.ref, place.bucket), 'folder', path, sort, search],
      queryFn: async ({ pageParam, signal }) => {
        const options = {
          limit: EXPLORER_PAGE_SIZE,
          search,
          sortBy: sort,
          ...(pageParam && { after: pageParam }),
        }
        const listed = await call(listObjects, { params: paramsOf(place), body: { path, options } }, signal)
        // Each page is read once, not once more with each page after it.
        return {
          entries: entriesOf(listed, path, Date.now()),
          /** A folder exists only through its contents: without any, not even a placeholder, there is none. */
          isThere: path === '' || search !== '' || listed.length > 0,
          next: listed.length === EXPLORER_PAGE_SIZE ? after(listed.at(-1)!, sort) : undefined,
        }
      },
      initialPageParam: null as ReturnType<typeof after> | null,
      getNextPageParam: ({ next }) => next,
      // Changes by other people and programs show up when the user returns to the page.
      refetchOnWindowFocus: 'always',
    }),

  /** How much the files and folders hold that are about to be deleted. */
  count: (place: BucketPlace, paths: string[]) =>
    queryOptions({
      queryKey: [...bucketQueries.contents(place.ref, place.bucket), 'count', paths],
      queryFn: ({ signal }) => explorerCalls(place).count(paths, signal),
      gcTime: 0,
      staleTime: 0,
    }),

  /** The text of a file, for looking at it. */
  text: (place: BucketPlace, path: string, version: string | null) =>
    queryOptions({
      queryKey: [...bucketQueries.contents(place.ref, place.bucket), 'text', path, version],
      queryFn: async ({ signal }) =>
        (await send(getObject, { params: paramsOf(place), query: { path } }, signal)).text(),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

export const entriesIn = ({ pages }: InfiniteData<{ entries: Entry[] }, unknown>) =>
  pages.flatMap(({ entries }) => entries)

const foldersOf = ({ ref, bucket }: BucketPlace) => [...bucketQueries.contents(ref, bucket), 'folder']

/**
 * Shows this page's own changes at once. A folder with many loaded pages is not asked for again: the user keeps their
 * place, and a reload brings back the server's order.
 */
export function applyToFolders(
  client: QueryClient,
  place: BucketPlace,
  change: (entry: Entry) => Entry | undefined,
) {
  client.setQueriesData<FolderPages>(
    { queryKey: foldersOf(place) },
    (known) => known && withChanged(known, change),
  )
  tellOtherTabs(place)
  return refresh(client, place, ({ state: { data } }) => !(isFolderPages(data) && isDeep(data)))
}

/** Keeps the cached listings of a folder and its subfolders under the new path, so it never looks empty in between. */
export function renameFolderPages(client: QueryClient, place: BucketPlace, from: string, to: string) {
  const start = foldersOf(place)
  const moved = (path: string) => to + path.slice(from.length)
  for (const [key, pages] of client.getQueriesData<FolderPages>({ queryKey: start })) {
    const path = key[start.length]
    if (!pages || typeof path !== 'string' || !(path === from || path.startsWith(`${from}/`))) continue
    const renamed = withChanged(pages, (entry) => ({ ...entry, path: moved(entry.path) }))
    client.setQueryData([...start, moved(path), ...key.slice(start.length + 1)], renamed)
  }
}

/** Reloads a bucket wherever it is shown, in this tab and in others. */
export function refreshContents(client: QueryClient, place: BucketPlace) {
  tellOtherTabs(place)
  return refreshHere(client, place)
}

function refreshHere(client: QueryClient, place: BucketPlace) {
  client.setQueriesData<FolderPages>({ queryKey: foldersOf(place) }, (known) => known && beginningOf(known))
  return refresh(client, place)
}

const refresh = (client: QueryClient, { ref, bucket }: BucketPlace, predicate?: (query: Query) => boolean) =>
  Promise.all([
    client.invalidateQueries({
      queryKey: bucketQueries.contents(ref, bucket),
      ...(predicate && { predicate }),
    }),
    // Somebody else may have changed its rules, or taken it away: then its page says so.
    client.invalidateQueries({ queryKey: bucketQueries.one(ref, bucket).queryKey }),
  ])

const CHANNEL = 'basalt-storage'
/** A channel also delivers this tab's own messages. */
const thisTab = newId()

/** Tells this browser's other tabs what this one changed. */
function tellOtherTabs({ ref, bucket }: BucketPlace) {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ ref, bucket, from: thisTab })
  channel.close()
}

/** Follows other tabs' changes to a bucket. Returns a function that stops following. */
export function followOtherTabs(client: QueryClient, place: BucketPlace) {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<BucketPlace & { from: string }>) => {
    if (data.from === thisTab || data.ref !== place.ref || data.bucket !== place.bucket) return
    void refreshHere(client, place)
  }
  return () => channel.close()
}

/** The explorer's calls. Each is one round trip, however many files it is about. */
export const explorerCalls = (place: BucketPlace) => {
  const params = paramsOf(place)
  return {
    isFolderThere: async (path: string) =>
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

/** Files that are asked for as a whole to compare them: what is longer arrives in parts, which are known of. */
const COMPARED_MAX_BYTES = 6 * 1024 ** 2

/** Whether exactly these bytes are in a bucket. What cannot be told is answered with no. */
export async function isSameAs(file: File, place: BucketPlace, path: string): Promise<boolean> {
  if (file.size > COMPARED_MAX_BYTES) return false
  try {
    const response = await send(getObject, { params: paramsOf(place), query: { path } })
    const [there, here] = await Promise.all([response.arrayBuffer(), file.arrayBuffer()])
    const bytes = new Uint8Array(here)
    return (
      there.byteLength === here.byteLength && new Uint8Array(there).every((byte, at) => byte === bytes[at])
    )
  } catch {
    return false
  }
}
