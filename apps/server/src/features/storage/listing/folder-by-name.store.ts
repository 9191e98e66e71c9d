import type { TripStatement } from '../../../platform/project-databases/round-trip.ts'
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
 * A page of a folder by name with folders among files, each sorted as its name with a slash, like S3 and the public
 * Storage API. Returns one row: true, and the entries as a JSON array with names relative to the folder. Each folder is
 * one index step, and no more steps are made than the page has entries.
 */
export function folderByNameStatement(bucket: string, folder: string, page: FolderPage): TripStatement {
  const { values, bind } = binding()
  const { sort, limit, after, begin = '' } = page
  const isUp = sort.order === 'asc'
  const beyond = isUp ? '>' : '<'
  const path = folderPrefix(folder)
  const prefix = `${bind(path)}::text`
  const lower = `${bind(path + begin)}::text`
  const upper = `${bind(begin === '' ? afterAll(path) : `${path}${begin}\u{10ffff}`)}::text`
  const of = `o.bucket_id = ${bind(bucket)}::text`
  const maximum = `${bind(limit)}::bigint`
  const next = (bound: string) => `
    select ${prefix} || split_part(substr(o.folder, length(${prefix}) + 1), '/', 1) || '/' as name
    from storage.objects o
    where ${of} and o.folder > ${prefix} and o.folder >= ${lower} and o.folder < ${upper} and ${bound}
    order by o.folder ${sort.order} limit 1`
  const text = `with recursive step(name) as (
      (${next(foldersBeyond())})
      union all
      select leap.name from step cross join lateral (${next(
        // All contents of a folder sort below its name followed by the character after the slash.
        isUp ? "o.folder >= left(step.name, -1) || '0'" : 'o.folder < step.name',
      )}) leap
    )
    select true as is_there, '[' || coalesce(string_agg(${fileEntry(`case when id is null
        then substr(name, length(${prefix}) + 1, length(name) - length(${prefix}) - 1)
        else substr(name, length(${prefix}) + 1) end`)}, ','), '') || ']' as entries
    from (
      select * from (
        (select null::uuid as id, name, null::timestamptz as updated_at, null::timestamptz as created_at,
            null::timestamptz as last_accessed_at, null::jsonb as metadata
          from step limit ${maximum})
        union all
        (select ${FILE_COLUMNS} from storage.objects o
          where ${of} and o.folder >= ${prefix} and o.folder <= ${prefix}
            and (o.folder, o.name) >= (${prefix}, ${lower}) and (o.folder, o.name) < (${prefix}, ${upper})
            ${after ? `and (o.folder, o.name) ${beyond} (${prefix}, ${bind(nameOf(path, after))}::text)` : ''}
          order by ${inOrder(['folder', 'name'], sort.order)} limit ${maximum})
      ) entry order by name ${sort.order} limit ${maximum}
    ) shown`
  return { text, values }

  function foldersBeyond() {
    if (!after) return 'true'
    return isUp && after.of === 'folders'
      ? `o.folder >= ${bind(`${path}${after.name}0`)}::text`
      : `o.folder ${beyond} ${bind(nameOf(path, after))}::text`
  }
}

/** The full name of the last entry before the page; that of a folder ends with a slash. */
export const nameOf = (path: string, after: NonNullable<FolderPage['after']>) =>
  after.of === 'folders' ? `${path}${after.name}/` : after.name
