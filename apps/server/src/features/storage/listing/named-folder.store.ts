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
 * A page of a folder by name, its folders among its files, each folder under its name with a slash, as S3 and the
 * public service order them: answers one row, true and the entries as a JSON array, with names as they are within the
 * folder. Each folder is one step in the index, and no more are taken than the page has entries.
 */
export function namedFolderStatement(bucket: string, folder: string, page: FolderPage): TripStatement {
  const { values, bind } = binding()
  const { sort, limit, after, begin = '' } = page
  const isUp = sort.order === 'asc'
  const beyond = isUp ? '>' : '<'
  const path = folderPrefix(folder)
  const prefix = `${bind(path)}::text`
  const lower = `${bind(path + begin)}::text`
  const upper = `${bind(begin === '' ? afterAll(path) : `${path}${begin}\u{10ffff}`)}::text`
  const of = `o.bucket_id = ${bind(bucket)}::text`
  const most = `${bind(limit)}::bigint`
  const next = (bound: string) => `
    select ${prefix} || split_part(substr(o.folder, length(${prefix}) + 1), '/', 1) || '/' as name
    from storage.objects o
    where ${of} and o.folder > ${prefix} and o.folder >= ${lower} and o.folder < ${upper} and ${bound}
    order by o.folder ${sort.order} limit 1`
  const text = `with recursive step(name) as (
      (${next(foldersBeyond())})
      union all
      select leap.name from step cross join lateral (${next(
        // Everything in a folder lies below its name with the character after the slash.
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
          from step limit ${most})
        union all
        (select ${FILE_COLUMNS} from storage.objects o
          where ${of} and o.folder >= ${prefix} and o.folder <= ${prefix}
            and (o.folder, o.name) >= (${prefix}, ${lower}) and (o.folder, o.name) < (${prefix}, ${upper})
            ${after ? `and (o.folder, o.name) ${beyond} (${prefix}, ${bind(nameOf(path, after))}::text)` : ''}
          order by ${inOrder(['folder', 'name'], sort.order)} limit ${most})
      ) entry order by name ${sort.order} limit ${most}
    ) shown`
  return { text, values }

  function foldersBeyond() {
    if (!after) return 'true'
    return isUp && after.of === 'folders'
      ? `o.folder >= ${bind(`${path}${after.name}0`)}::text`
      : `o.folder ${beyond} ${bind(nameOf(path, after))}::text`
  }
}

/** The whole name of the last entry before the page; that of a folder ends with a slash. */
export const nameOf = (path: string, after: NonNullable<FolderPage['after']>) =>
  after.of === 'folders' ? `${path}${after.name}/` : after.name
