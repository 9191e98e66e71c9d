import type { TripStatement } from '../../../platform/project-databases/round-trip.ts'
import { storageError } from '../storage-error.ts'
import {
  afterAll,
  binding,
  FILE_COLUMNS,
  type FolderPage,
  fileEntry,
  folderPrefix,
  inOrder,
} from './listing.store.ts'
import { nameOf } from './named-folder.store.ts'

/**
 * A page of a folder by a time, its folders among its files: answers one row, true and the entries as a JSON array, with
 * names as they are within the folder. A folder is as old as the oldest object below it, whichever time is sorted by,
 * as with the public service. Each directory below is one step in the index, however many objects it holds.
 */
export function timedFolderStatement(bucket: string, folder: string, page: FolderPage): TripStatement {
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
  const place = placeAfter(path, after)
  const [time, name] = place
    ? [`${bind(place.value)}::timestamptz`, `${bind(place.name)}::text`]
    : [undefined, undefined]
  const most = `${bind(limit)}::bigint`
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
          order by ${inOrder(['folder', column, 'name'], order)} limit ${most})
      ) entry order by ${inOrder(['at', 'name'], order)} limit ${most}
    ) shown`
  return { text, values }
}

/** Time and whole name of the last entry before the page. */
function placeAfter(path: string, after: FolderPage['after']) {
  if (!after) return undefined
  if (after.value === undefined)
    throw storageError('InvalidRequest', 'That is where a page of another order ended')
  return { value: after.value, name: nameOf(path, after) }
}
