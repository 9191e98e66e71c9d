import type { Transaction } from '../../platform/project-databases.ts'
import type { ObjectRow } from './objects.store.ts'

const PAGE = 1000

/** The next thousand objects, by name, that are named or lie below what is named; an empty path is the whole bucket. */
export async function objectsBelow(
  rows: Transaction,
  bucket: string,
  paths: readonly string[],
  after: string,
) {
  const { rows: found } = await rows.query<Pick<ObjectRow, 'name' | 'version' | 'updated_at'>>(
    `select name, version, updated_at from storage.objects
     where bucket_id = $1 and name > $2 and exists (
       select from unnest($3::text[]) path
       where path = '' or name = path or (name >= path || '/' and name < path || '0')
     )
     order by name limit ${PAGE}`,
    [bucket, after, paths.map((path) => path.replace(/^\/+|\/+$/g, ''))],
  )
  return found
}
