import type {
  ListedObject,
  ObjectListV2Request,
  ObjectSort,
} from '@basalt/contract/storage/objects.schema.ts'
import { type Cursor, readCursor, writeCursor } from './list-cursor.ts'
import {
  type AskRows,
  binding,
  FILE_COLUMNS,
  type FolderPage,
  fileBefore,
  fileEntry,
  inOrder,
  LAST,
} from './listing.store.ts'
import { namedFolderStatement } from './named-folder.store.ts'
import { timedFolderStatement } from './timed-folder.store.ts'

export interface ListedPage {
  hasNext: boolean
  nextCursor?: string
  folders: { key: string; name: string }[]
  objects: (ListedObject & { key: string })[]
}

/**
 * A page by cursor: as fast at the end of a folder of a million files as at its start. A prefix is what names begin
 * with, as in S3; with a delimiter, what follows its last slash picks among the entries of that folder.
 */
export async function listByCursor(
  ask: AskRows,
  bucket: string,
  request: ObjectListV2Request,
): Promise<ListedPage> {
  const { limit, sortBy: sort, cursor, prefix: given, exactMatch: isWhole } = request
  // There is nothing but current versions.
  if (request.noncurrentVersions === 'only' || request.deleteMarkers === 'only') return NOTHING
  const isOneFolder = request.with_delimiter && !isWhole
  const after = readCursor(cursor)
  const plain = (given ?? '').replace(/^\/+/, '')
  const folder = plain.slice(0, plain.lastIndexOf('/') + 1)
  // One row more than shown tells whether there are more.
  const page = { sort, limit: limit + 1, after, begin: plain.slice(folder.length) }
  const [row] = await ask(
    isOneFolder
      ? (sort.column === 'name' ? namedFolderStatement : timedFolderStatement)(bucket, folder, page)
      : flatPageStatement(bucket, plain, { ...page, isWhole }),
  )
  const entries = JSON.parse(row![1]!) as ListedObject[]
  const base = isOneFolder ? folder : ''
  const shown = entries.slice(0, limit).map((entry) => ({ ...entry, name: base + entry.name }))
  const last = shown.at(-1)
  const hasNext = entries.length > limit
  return {
    hasNext,
    ...(hasNext && last && { nextCursor: writeCursor(cursorAt(last, sort, base)) }),
    folders: shown
      .filter(({ id }) => id === null)
      .map(({ name }) => ({ key: name.slice(base.length), name: `${name}/` })),
    objects: shown.filter(({ id }) => id !== null).map((file) => ({ ...file, key: file.name })),
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
 * Everything that begins with a prefix, or is named exactly so, whatever folder it is in. By a time, a whole bucket has an index; what a prefix
 * narrows down is sorted, as no index can have both.
 */
function flatPageStatement(bucket: string, prefix: string, page: FolderPage & { isWhole: boolean }) {
  const { sort, limit, after, isWhole } = page
  const { column, order } = sort
  const { values, bind } = binding()
  const of = `bucket_id = ${bind(bucket)}`
  const start = prefix === '' && !isWhole ? undefined : `${bind(prefix)}::text`
  const begun = start === undefined ? 'true' : `name >= ${start} and name < ${start} || ${LAST}`
  const named = isWhole ? `name = ${start}` : begun
  const beyond = order === 'asc' ? '>' : '<'
  const place = fileBefore({ ...page, after })
  const isByName = column === 'name'
  const keys = isByName ? ['name'] : [column, 'name']
  const isBeyond = place
    ? isByName
      ? `name ${beyond} ${bind(place.name)}::text`
      : `(${column}, name) ${beyond} (${bind(place.value ?? '')}::timestamptz, ${bind(place.name)}::text)`
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
