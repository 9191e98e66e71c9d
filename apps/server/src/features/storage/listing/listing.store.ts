import type { ObjectSort } from '@basalt/contract/storage/objects.schema.ts'
import type { TripStatement } from '../../../platform/project-databases/round-trip.ts'
import { storageError } from '../storage-error.ts'
import type { Cursor } from './list-cursor.ts'

const LIKE_SPECIAL = /[\\%_]/g
/** Of the files that a search finds, so many are put in the order of a time. */
const SORTED_FOUND_MAX = 10_000
/** The highest character: what begins with a text lies between it and the text with this at its end. */
export const LAST = `U&'\\+10FFFF'`
export const FILE_COLUMNS = 'id, name, updated_at, created_at, last_accessed_at, metadata'

/** Folders and files of one folder begin with this. */
export const folderPrefix = (prefix: string) => {
  const bare = prefix.replace(/^\/+|\/+$/g, '')
  return bare === '' ? '' : `${bare}/`
}

/** What comes after everything that begins with a prefix which ends with a slash: `/` is followed by `0`. */
export const afterAll = (prefix: string) => (prefix === '' ? '\u{10ffff}' : `${prefix.slice(0, -1)}0`)

/** What a folder is asked for: the entries after the first `offset`, or right after an entry. */
export interface FolderPage {
  sort: ObjectSort
  limit: number
  offset?: number
  after?: Cursor | undefined
  /** What names begin with, whatever their case. */
  search?: string
  /** The literal prefix of the names; only where folders stand among files. */
  begin?: string
}

/**
 * From here on, the files before a page are skipped in the index alone, and only those of the page are read. For fewer,
 * the second look at each file of the page costs more than it saves.
 */
export const DEEP_OFFSET = 2000

/** The text of a statement and what is bound to it. */
export function binding() {
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
  of: Place,
  files: (columns: string) => string,
  { limit, offset, isDeep }: { limit: string; offset: string; isDeep: boolean },
) {
  if (!isDeep) return `select * from (${files(FILE_COLUMNS)}) found limit ${limit} offset ${offset}`
  // The limit of each look keeps the order of the places.
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
function stepThrough(of: Place, bind: Bind, prefix: string, page: FolderPage) {
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
 * The files right in a folder, by an index for each order. The folder is a range and a part of the order, though it is
 * one value: else any index by name would do for a plan that is made for all folders, and read the whole bucket for
 * a small one.
 */
function filesIn(
  of: Place,
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
 * The files right in a folder whose names begin with something, whatever its case: a range of the index by lower-case
 * names, which is the order of names here. By a time, the first ten thousand of them are sorted and no others read.
 */
function filesFound(
  of: Place,
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

/** The file after which a page of files begins. */
export function fileBefore({ after, sort }: FolderPage) {
  if (after?.of !== 'files') return undefined
  if (sort.column !== 'name' && after.value === undefined)
    throw storageError('InvalidRequest', 'That is where a page of another order ended')
  return after
}

/** Asks a statement of this file; the rows come as text. */
export type AskRows = (statement: TripStatement) => Promise<(string | null)[][]>
