import type { ObjectSort } from '@basalt/contract/storage/objects.schema.ts'
import { startingWith } from '@basalt/sql/like-pattern.ts'
import type { TripStatement } from '../../../platform/project-databases/round-trip.ts'
import { storageError } from '../storage-error.ts'
import type { Cursor } from './list-cursor.ts'

/** The maximum number of search results that are sorted by time. */
const SORTED_FOUND_MAX = 10_000
/** The highest character. A text followed by it is the upper bound of all texts with that prefix. */
export const LAST = `U&'\\+10FFFF'`
export const FILE_COLUMNS = 'id, name, updated_at, created_at, last_accessed_at, metadata'

/** The common prefix of the names in a folder. */
export const folderPrefix = (prefix: string) => {
  const bare = prefix.replace(/^\/+|\/+$/g, '')
  return bare === '' ? '' : `${bare}/`
}

/** The upper bound of all names with a prefix that ends with a slash: `0` follows `/`. */
export const afterAll = (prefix: string) => (prefix === '' ? '\u{10ffff}' : `${prefix.slice(0, -1)}0`)

/** A page of a folder: the entries after the first `offset`, or right after an entry. */
export interface FolderPage {
  sort: ObjectSort
  limit: number
  offset?: number
  after?: Cursor | undefined
  /** A case-insensitive name prefix. */
  search?: string
  /** A case-sensitive name prefix; only for listings with folders among files. */
  begin?: string
}

/**
 * From this offset, preceding files are skipped within the index and only the page is read. For smaller offsets, the
 * second lookup of each file costs more than it saves.
 */
export const DEEP_OFFSET = 2000

/** Collects the values of a statement while its text is built. */
export function binding() {
  const values: string[] = []
  return { values, bind: (value: string | number) => `$${values.push(String(value))}` }
}
type Bind = (value: string | number) => string

/**
 * A page of a folder as one statement, folders first. Returns one row: whether the bucket exists, and the entries as a
 * JSON array that can be sent to the client unparsed. Names are relative to the folder.
 */
export function folderPageStatement(bucket: string, folder: string, page: FolderPage): TripStatement {
  const { values, bind } = binding()
  const prefix = folderPrefix(folder)
  const of = { bucket: `${bind(bucket)}::text`, prefix: `${bind(prefix)}::text` }
  const limit = `${bind(page.limit)}::bigint`
  const offset = `${bind(page.offset ?? 0)}::bigint`
  // After a file there are no more folders, because they all come first.
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
       from (${pageOfFiles(of, filesIn(of, bind, prefix, page, `${offset} + ${limit}`), {
         limit: `greatest(0, ${limit} - greatest(0, ${before} - ${offset}))`,
         offset: `greatest(0, ${offset} - ${before})`,
         isDeep: (page.offset ?? 0) >= DEEP_OFFSET,
       })}) shown)
    ) || ']' as entries`
  return { text, values }
}

/** Cuts a page out of sorted files. */
function pageOfFiles(
  of: Location,
  files: (columns: string) => string,
  { limit, offset, isDeep }: { limit: string; offset: string; isDeep: boolean },
) {
  if (!isDeep) return `select * from (${files(FILE_COLUMNS)}) found limit ${limit} offset ${offset}`
  // The limit of each lookup preserves the order.
  return `select file.* from (
      select name as place from (${files('name')}) found limit ${limit} offset ${offset}
    ) places cross join lateral (
      select ${FILE_COLUMNS} from storage.objects where bucket_id = ${of.bucket} and name = place limit 1
    ) file`
}

const FOLDER_ENTRY = `json_build_object('name', name, 'id', null, 'updated_at', null, 'created_at', null,
  'last_accessed_at', null, 'metadata', null)::text`

export const fileEntry = (
  name: string,
) => `json_build_object('name', ${name}, 'id', id, 'updated_at', updated_at,
  'created_at', created_at, 'last_accessed_at', last_accessed_at, 'metadata', metadata)::text`

interface Location {
  bucket: string
  prefix: string
}

const matches = (name: string, search: string | undefined, bind: Bind) =>
  search ? `${name} ilike ${bind(startingWith(search))}` : 'true'

/**
 * The names of the subfolders of a folder (loose index scan). Each step finds the next one in the index and skips its
 * contents, so the cost depends on folders, not on files.
 */
function stepThrough(of: Location, bind: Bind, prefix: string, page: FolderPage) {
  const { sort, after } = page
  const order = sort.column === 'name' ? sort.order : 'asc'
  const isUp = order === 'asc'
  const within = `o.folder > ${of.prefix} and o.folder < ${bind(afterAll(prefix))}`
  const next = (bound: string) => `
    select split_part(substr(o.folder, length(${of.prefix}) + 1), '/', 1) as name from storage.objects o
    where o.bucket_id = ${of.bucket} and ${bound} order by o.folder ${order} limit 1`
  const start = after
    ? ` and o.folder ${isUp ? '>=' : '<'} ${bind(`${prefix}${after.name}${isUp ? '0' : '/'}`)}`
    : ''
  const then = isUp
    ? `o.folder >= ${of.prefix} || step.name || '0'`
    : `o.folder < ${of.prefix} || step.name || '/'`
  return `step(name) as (
    (${next(`${within}${start}`)})
    union all
    select leap.name from step cross join lateral (${next(`${within} and ${then}`)}) leap
  )`
}

/**
 * The files directly in a folder, with an index for each order. The folder is written as a range and as part of the
 * sort order although it is a single value: otherwise a generic plan could choose any index by name, and read the whole
 * bucket for a small folder.
 */
function filesIn(
  of: Location,
  bind: Bind,
  prefix: string,
  page: FolderPage,
  limit: string,
): (columns: string) => string {
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
  return (columns) => `select ${columns} from storage.objects
    where bucket_id = ${of.bucket} and ${isBeyond} and folder ${within} ${of.prefix}
    order by ${inOrder(keys, order)} limit ${limit}`
}

/**
 * The files directly in a folder with a case-insensitive name prefix: a range of the index by lower-case names, which
 * also defines the order by name. By time, the first ten thousand results are sorted and no others read.
 */
function filesFound(
  of: Location,
  bind: Bind,
  begin: string,
  page: FolderPage,
  limit: string,
): (columns: string) => string {
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
  const found = (columns: string) => `select ${columns} from storage.objects
    where bucket_id = ${of.bucket} and ${bounds.join(' and ')}
    order by ${inOrder(['folder', 'lower_name', 'name'], isByName ? order : 'asc')}
    limit ${isByName ? limit : SORTED_FOUND_MAX}`
  if (isByName) return found
  const isBeyond = after
    ? `(${column}, name) ${beyond} (${bind(after.value ?? '')}::timestamptz, ${name})`
    : 'true'
  return (columns) =>
    `select ${columns} from (${found(FILE_COLUMNS)}) found where ${isBeyond} order by ${inOrder([column, 'name'], order)} limit ${limit}`
}

export const inOrder = (keys: readonly string[], order: string) =>
  keys.map((key) => `${key} ${order}`).join(', ')

/** The file after which a page starts. */
export function fileBefore({ after, sort }: FolderPage) {
  if (after?.of !== 'files') return undefined
  if (sort.column !== 'name' && after.value === undefined)
    throw storageError('InvalidRequest', 'The cursor belongs to a listing in another order')
  return after
}

/** Runs a statement of this file; values are returned as text. */
export type QueryRows = (statement: TripStatement) => Promise<(string | null)[][]>
