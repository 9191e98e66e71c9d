import type { TripStatement } from '../../../platform/project-databases/round-trip.ts'
import { storageError } from '../storage-error.ts'
import { nameOf } from './folder-by-name.store.ts'
import {
  afterAll,
  binding,
  FILE_COLUMNS,
  type FolderPage,
  fileEntry,
  folderPrefix,
  inOrder,
} from './listing.store.ts'

/**
 * A page of a folder by time with folders among files. Returns one row: true, and the entries as a JSON array with
 * names relative to the folder. A folder has the age of its oldest object, whichever time is sorted by, like in the
 * public Storage API. Each directory below is one index step, however many objects it contains.
 */
export function folderByTimeStatement(bucket: string, folder: string, page: FolderPage): TripStatement {
  const { values, bind } = binding()
  const { sort, limit, after, begin = '' } = page
  const path = folderPrefix(folder)
  const first = path + begin
  const prefix = `${bind(path)}::text`
  const lower = `${bind(first)}::text`
  const upper = `${bind(begin === '' ? afterAll(path) : `${first}\u{10ffff}`)}::text`
  const of = `o.bucket_id = ${bind(bucket)}::text`
  const { column, order } = sort
  const beyond = order === 'asc' ? '>' : '<'
  const position = positionAfter(path, after)
  const [time, name] = position
    ? [`${bind(position.value)}::timestamptz`, `${bind(position.name)}::text`]
    : [undefined, undefined]
  const maximum = `${bind(limit)}::bigint`
  const next = (bound: string) =>
    `select o.folder from storage.objects o where ${of} and ${bound} and o.folder < ${upper} order by o.folder limit 1`
  const text = `with recursive directory(folder) as (
      (${next(`o.folder > ${prefix} and o.folder >= ${lower}`)})
      union all
      select found.folder from directory cross join lateral (${next('o.folder > directory.folder')}) found
    ), folder as materialized (
      select ${prefix} || split_part(substr(directory.folder, length(${prefix}) + 1), '/', 1) || '/' as name,
        min(oldest.created_at) as at
      from directory cross join lateral (
        select o.created_at from storage.objects o where ${of} and o.folder = directory.folder
        order by o.folder, o.created_at limit 1
      ) oldest group by 1
    )
    select true as is_there, '[' || coalesce(string_agg(${fileEntry(`case when id is null
        then substr(name, length(${prefix}) + 1, length(name) - length(${prefix}) - 1)
        else substr(name, length(${prefix}) + 1) end`)}, ','), '') || ']' as entries
    from (
      select * from (
        (select null::uuid as id, name, at as updated_at, at as created_at, at as last_accessed_at,
            null::jsonb as metadata, at
          from folder ${time ? `where (at, name) ${beyond} (${time}, ${name})` : ''})
        union all
        (select ${FILE_COLUMNS}, ${column} as at from storage.objects o
          where ${of} and o.folder <= ${prefix} and o.folder >= ${prefix} and o.name >= ${lower} and o.name < ${upper}
            ${time ? `and (o.folder, o.${column}, o.name) ${beyond} (${prefix}, ${time}, ${name})` : ''}
          order by ${inOrder(['folder', column, 'name'], order)} limit ${maximum})
      ) entry order by ${inOrder(['at', 'name'], order)} limit ${maximum}
    ) shown`
  return { text, values }
}

/** The time and full name of the last entry before the page. */
function positionAfter(path: string, after: FolderPage['after']) {
  if (!after) return undefined
  if (after.value === undefined)
    throw storageError('InvalidRequest', 'The cursor belongs to a listing in another order')
  return { value: after.value, name: nameOf(path, after) }
}
