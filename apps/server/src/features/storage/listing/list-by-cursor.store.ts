import type {
  ListedObject,
  ObjectListV2Request,
  ObjectSort,
} from '@basalt/contract/storage/objects.schema.ts'
import { folderByNameStatement } from './folder-by-name.store.ts'
import { folderByTimeStatement } from './folder-by-time.store.ts'
import { type Cursor, readCursor, writeCursor } from './list-cursor.ts'
import {
  binding,
  FILE_COLUMNS,
  type FolderPage,
  fileBefore,
  fileEntry,
  inOrder,
  LAST,
  type QueryRows,
} from './listing.store.ts'

export interface ListedPage {
  hasNext: boolean
  nextCursor?: string
  folders: { key: string; name: string }[]
  objects: (ListedObject & { key: string })[]
}

/**
 * A page by cursor, as fast at the end of a folder of a million files as at its start. A prefix is a name prefix, as in
 * S3. With a delimiter, the part after its last slash filters the entries of that folder.
 */
export async function listByCursor(
  query: QueryRows,
  bucket: string,
  request: ObjectListV2Request,
): Promise<ListedPage> {
  const { limit, sortBy: sort, cursor, prefix: given, exactMatch: isExact } = request
  // Only current versions exist.
  if (request.noncurrentVersions === 'only' || request.deleteMarkers === 'only') return NOTHING
  const isOneFolder = request.with_delimiter && !isExact
  const after = readCursor(cursor)
  const plain = (given ?? '').replace(/^\/+/, '')
  const folder = plain.slice(0, plain.lastIndexOf('/') + 1)
  // One extra row tells whether there are more.
  const page = { sort, limit: limit + 1, after, begin: plain.slice(folder.length) }
  const [row] = await query(
    isOneFolder
      ? (sort.column === 'name' ? folderByNameStatement : folderByTimeStatement)(bucket, folder, page)
      : flatPageStatement(bucket, plain, { ...page, isExact }),
  )
  const entries = JSON.parse(row![1]!) as ListedObject[]
  const base = isOneFolder ? folder : ''
  const listed = entries.slice(0, limit).map((entry) => ({ ...entry, name: base + entry.name }))
  const last = listed.at(-1)
  const hasNext = entries.length > limit
  return {
    hasNext,
    ...(hasNext && last && { nextCursor: writeCursor(cursorAt(last, sort, base)) }),
    folders: listed
      .filter(({ id }) => id === null)
      .map(({ name }) => ({ key: name.slice(base.length), name: `${name}/` })),
    objects: listed.filter(({ id }) => id !== null).map((file) => ({ ...file, key: file.name })),
  }
}

const NOTHING: ListedPage = { hasNext: false, folders: [], objects: [] }

const cursorAt = (last: ListedObject, { column }: ObjectSort, prefix: string): Cursor => ({
  ...(last.id === null
    ? { of: 'folders', name: last.name.slice(prefix.length) }
    : { of: 'files', name: last.name }),
  ...(column !== 'name' && { value: last[column]! }),
})

/**
 * Objects with a name prefix, or with exactly this name, in any folder. A whole bucket sorted by time is read by index;
 * objects of a prefix are sorted, because no index covers both.
 */
function flatPageStatement(bucket: string, prefix: string, page: FolderPage & { isExact: boolean }) {
  const { sort, limit, after, isExact } = page
  const { column, order } = sort
  const { values, bind } = binding()
  const of = `bucket_id = ${bind(bucket)}`
  const start = prefix === '' && !isExact ? undefined : `${bind(prefix)}::text`
  const startsWithPrefix = start === undefined ? 'true' : `name >= ${start} and name < ${start} || ${LAST}`
  const named = isExact ? `name = ${start}` : startsWithPrefix
  const beyond = order === 'asc' ? '>' : '<'
  const position = fileBefore({ ...page, after })
  const isByName = column === 'name'
  const keys = isByName ? ['name'] : [column, 'name']
  const isBeyond = position
    ? isByName
      ? `name ${beyond} ${bind(position.name)}::text`
      : `(${column}, name) ${beyond} (${bind(position.value ?? '')}::timestamptz, ${bind(position.name)}::text)`
    : 'true'
  const source =
    isByName || start === undefined
      ? 'storage.objects'
      : `(select * from storage.objects where ${of} and ${named} offset 0) named`
  const text = `select true, '[' || coalesce((select string_agg(${fileEntry('name')}, ',') from (
      select ${FILE_COLUMNS} from ${source}
      where ${of} and ${named} and ${isBeyond}
      order by ${inOrder(keys, order)} limit ${bind(limit)}
    ) shown), '') || ']'`
  return { text, values }
}
