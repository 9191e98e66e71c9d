import type { Transaction } from '../../../platform/project-databases/api-connections.ts'
import type { ObjectRow } from './objects.store.ts'

const PAGE = 1000

/** The next thousand objects, by name, at or below the paths. An empty path is the whole bucket. */
export async function objectsBelow(
  rows: Transaction,
  bucket: string,
  paths: readonly string[],
  after: string,
) {
  const { rows: found } = await rows.query<Pick<ObjectRow, 'name' | 'version' | 'updated_at'>>(
    `select name, version, updated_at from storage.objects
     where bucket_id = $1 and name > $2
       and name >= (select min(path) from unnest($3::text[]) path)
       and name < (select case when '' = any($3) then U&'\\+10FFFF' else max(path || '0') end from unnest($3) path)
       and exists (
         select from unnest($3) path
         where path = '' or name = path or (name >= path || '/' and name < path || '0')
       )
     order by name limit ${PAGE}`,
    [bucket, after, paths.map((path) => path.replace(/^\/+|\/+$/g, ''))],
  )
  return found
}
