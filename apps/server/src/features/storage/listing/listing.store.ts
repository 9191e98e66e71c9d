import type {
  ListedObject,
  ObjectListV2Request,
  ObjectSort,
} from '@basalt/contract/storage/objects.schema.ts'
import type { TripStatement } from '../../../platform/project-databases/round-trip.ts'
import { storageError } from '../storage-error.ts'
import { type Cursor, readCursor, writeCursor } from './list-cursor.ts'

const LIKE_SPECIAL = /[\\%_]/g
/** Of the files that a search finds, so many are put in the order of a time. */
const SORTED_FOUND_MAX = 10_000
/** The highest character: what begins with a text lies between it and the text with this at its end. */
const LAST = `U&'\\+10FFFF'`
const FILE_COLUMNS = 'id, name, updated_at, created_at, last_accessed_at, metadata'

/** Folders and files of one folder begin with this. */
export const folderPrefix = (prefix: string) => {
  const bare = prefix.replace(/^\/+|\/+$/g, '')
  return bare === '' ? '' : `${bare}/`
}

/** What comes after everything that begins with a prefix which ends with a slash: `/` is followed by `0`. */
const afterAll = (prefix: string) => (prefix === '' ? '\u{10ffff}' : `${prefix.slice(0, -1)}0`)

/** What a folder is asked for: the entries after the first `offset`, or right after an entry. */
export interface FolderPage {
  sort: ObjectSort
  limit: number
  offset?: number
  after?: Cursor | undefined
  /** What names begin with, whatever their case. */
  search?: string
}

/** The text of a statement and what is bound to it. */
function binding() {
  const values: string[] = []
  return { values, bind: (value: string | number) => `$${values.push(String(value))}` }
}
type Bind = (value: string | number) => string

/**
 * A page of a folder as one statement, folders first: answers one row, whether the bucket is there and the entries as a
 * JSON array, which need not be read on their way to the client. Names are those within the folder.
 */
export function folderPageStatement(bucket: string, folder: string, page: FolderPage): TripStatement {
  const { values, bind } = binding()
  const prefix = folderPrefix(folder)
  const of = { bucket: `${bind(bucket)}::text`, prefix: `${bind(prefix)}::text` }
  const limit = `${bind(page.limit)}::bigint`
  const offset = `${bind(page.offset ?? 0)}::bigint`
  // Nobody asks for folders after a file: they all come before.
  const folders =
    page.after?.of === 'files'
      ? "folder as (select ''::text as name where false)"
      : `${stepThrough(of, bind, prefix, page)},
         folder as materialized (
           select name from step where ${matches('name', page.search, bind)} limit ${offset} + ${limit}
         )`
  const before = '(select count(*) from folder)'
  const text = `with recursive ${folders}
    select exists (select from storage.buckets where id = ${of.bucket}) as is_there, '[' || concat_ws(',',
      (select string_agg(${FOLDER_ENTRY}, ',') from (select name from folder offset ${offset}) shown),
      (select string_agg(${fileEntry(`substr(name, length(${of.prefix}) + 1)`)}, ',')
       from (select * from (${filesIn(of, bind, prefix, page, `${offset} + ${limit}`)}) found
             limit greatest(0, ${limit} - greatest(0, ${before} - ${offset}))
             offset greatest(0, ${offset} - ${before})) shown)
    ) || ']' as entries`
  return { text, values }
}

const FOLDER_ENTRY = `json_build_object('name', name, 'id', null, 'updated_at', null, 'created_at', null,
  'last_accessed_at', null, 'metadata', null)::text`

const fileEntry = (name: string) => `json_build_object('name', ${name}, 'id', id, 'updated_at', updated_at,
  'created_at', created_at, 'last_accessed_at', last_accessed_at, 'metadata', metadata)::text`

interface Place {
  bucket: string
  prefix: string
}

const matches = (name: string, search: string | undefined, bind: Bind) =>
  search ? `${name} ilike ${bind(`${search.replace(LIKE_SPECIAL, '\\$&')}%`)}` : 'true'

/**
 * The names of the folders in a folder. Each step looks up the next one in the index and leaps over everything in it,
 * so that the cost is in folders, not in the files they hold.
 */
function stepThrough(of: Place, bind: Bind, prefix: string, { sort, after }: FolderPage) {
  const order = sort.column === 'name' ? sort.order : 'asc'
  const isUp = order === 'asc'
  const end = bind(afterAll(prefix))
  const start = bind(after ? `${prefix}${after.name}${isUp ? '0' : '/'}` : isUp ? prefix : afterAll(prefix))
  const next = (bound: string) => `
    select split_part(substr(o.folder, length(${of.prefix}) + 1), '/', 1) as name from storage.objects o
    where o.bucket_id = ${of.bucket} and ${bound} order by o.folder ${order} limit 1`
  const first = isUp
    ? `o.folder > ${of.prefix} and o.folder >= ${start} and o.folder < ${end}`
    : `o.folder > ${of.prefix} and o.folder < ${start} and o.folder < ${end}`
  const then = isUp
    ? `o.folder >= ${of.prefix} || step.name || '0' and o.folder < ${end}`
    : `o.folder < ${of.prefix} || step.name || '/' and o.folder > ${of.prefix}`
  return `step(name) as (
    (${next(first)})
    union all
    select leap.name from step cross join lateral (${next(then)}) leap
  )`
}

/**
 * The files right in a folder, by an index for each order. The folder is a range and a part of the order, though it is
 * one value: else any index by name would do for a plan that is made for all folders, and read the whole bucket for
 * a small one.
 */
function filesIn(of: Place, bind: Bind, prefix: string, page: FolderPage, limit: string) {
  if (page.search) return filesFound(of, bind, `${prefix}${page.search}`, page, limit)
  const { column, order } = page.sort
  const [beyond, within] = order === 'asc' ? ['>', '<='] : ['<', '>=']
  const keys = column === 'name' ? ['folder', 'name'] : ['folder', column, 'name']
  const after = fileBefore(page)
  const isBeyond = after
    ? `(${keys.join(', ')}) ${beyond} (${[
        of.prefix,
        ...(column === 'name' ? [] : [`${bind(after.value ?? '')}::timestamptz`]),
        `${bind(after.name)}::text`,
      ].join(', ')})`
    : `folder ${beyond}= ${of.prefix}`
  return `select ${FILE_COLUMNS} from storage.objects
    where bucket_id = ${of.bucket} and ${isBeyond} and folder ${within} ${of.prefix}
    order by ${inOrder(keys, order)} limit ${limit}`
}

/**
 * The files right in a folder whose names begin with something, whatever its case: a range of the index by lower-case
 * names, which is the order of names here. By a time, the first ten thousand of them are sorted and no others read.
 */
function filesFound(of: Place, bind: Bind, begin: string, page: FolderPage, limit: string) {
  const { column, order } = page.sort
  const isByName = column === 'name'
  const first = `lower(${bind(begin)}::text)`
  const after = fileBefore(page)
  const bounds = [
    `(folder, lower_name) >= (${of.prefix}, ${first})`,
    `(folder, lower_name) < (${of.prefix}, ${first} || ${LAST})`,
  ]
  const beyond = order === 'asc' ? '>' : '<'
  const name = after && `${bind(after.name)}::text`
  if (isByName && name)
    bounds.push(`(folder, lower_name, name) ${beyond} (${of.prefix}, lower(${name}), ${name})`)
  const found = `select ${FILE_COLUMNS} from storage.objects
    where bucket_id = ${of.bucket} and ${bounds.join(' and ')}
    order by ${inOrder(['folder', 'lower_name', 'name'], isByName ? order : 'asc')}
    limit ${isByName ? limit : SORTED_FOUND_MAX}`
  if (isByName) return found
  const isBeyond = after
    ? `(${column}, name) ${beyond} (${bind(after.value ?? '')}::timestamptz, ${name})`
    : 'true'
  return `select * from (${found}) found where ${isBeyond} order by ${inOrder([column, 'name'], order)} limit ${limit}`
}

const inOrder = (keys: readonly string[], order: string) => keys.map((key) => `${key} ${order}`).join(', ')

/** The file after which a page of files begins. */
function fileBefore({ after, sort }: FolderPage) {
  if (after?.of !== 'files') return undefined
  if (sort.column !== 'name' && after.value === undefined)
    throw storageError('InvalidRequest', 'That is where a page of another order ended')
  return after
}

export interface ListedPage {
  hasNext: boolean
  nextCursor?: string
  folders: { key: string; name: string }[]
  objects: (ListedObject & { key: string })[]
}

/** Asks a statement of this file; the rows come as text. */
export type AskRows = (statement: TripStatement) => Promise<(string | null)[][]>

/** A page by cursor: as quick at the end of a folder of a million files as at its beginning. */
export async function listByCursor(
  ask: AskRows,
  bucket: string,
  { limit, sortBy, cursor, prefix: given, with_delimiter: isOneFolder }: ObjectListV2Request,
): Promise<ListedPage> {
  const after = readCursor(cursor)
  const prefix = isOneFolder ? folderPrefix(given ?? '') : ''
  const sort = isOneFolder ? sortBy : { ...sortBy, column: 'name' as const }
  // One more than is shown tells whether there are more.
  const page = { sort, limit: limit + 1, after }
  const [row] = await ask(
    isOneFolder ? folderPageStatement(bucket, prefix, page) : flatPageStatement(bucket, given ?? '', page),
  )
  const entries = JSON.parse(row![1]!) as ListedObject[]
  const shown = entries.slice(0, limit).map((entry) => ({ ...entry, name: prefix + entry.name }))
  const last = shown.at(-1)
  const hasNext = entries.length > limit
  return {
    hasNext,
    ...(hasNext && last && { nextCursor: writeCursor(cursorAt(last, sort, prefix)) }),
    folders: shown
      .filter(({ id }) => id === null)
      .map(({ name }) => ({ key: `${name}/`, name: name.slice(prefix.length) })),
    objects: shown.filter(({ id }) => id !== null).map((file) => ({ ...file, key: file.name })),
  }
}

const cursorAt = (last: ListedObject, { column }: ObjectSort, prefix: string): Cursor =>
  last.id === null
    ? { of: 'folders', name: last.name.slice(prefix.length) }
    : { of: 'files', name: last.name, ...(column !== 'name' && { value: last[column]! }) }

/** Everything below a prefix, whatever folder it is in, by name. */
function flatPageStatement(bucket: string, prefix: string, { sort, limit, after }: FolderPage) {
  const { values, bind } = binding()
  const start = bind(prefix)
  const text = `select true, '[' || coalesce((select string_agg(${fileEntry('name')}, ',') from (
      select ${FILE_COLUMNS} from storage.objects
      where bucket_id = ${bind(bucket)} and name >= ${start} and starts_with(name, ${start})
        ${prefix === '' ? '' : `and name < ${start} || ${LAST}`}
        ${after ? `and name ${sort.order === 'asc' ? '>' : '<'} ${bind(after.name)}` : ''}
      order by name ${sort.order} limit ${bind(limit)}
    ) shown), '') || ']'`
  return { text, values }
}
