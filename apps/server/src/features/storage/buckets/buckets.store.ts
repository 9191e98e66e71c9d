import type { Bucket, BucketList, BucketRules } from '@basalt/contract/storage/buckets.schema.ts'
import { containing } from '@basalt/sql/like-pattern.ts'
import type { Transaction } from '../../../platform/project-databases/api-connections.ts'
import { storageError } from '../storage-error.ts'

const COLUMNS = `id, name, coalesce(owner_id, owner::text, '') as owner, public, file_size_limit, allowed_mime_types,
  to_json(created_at) #>> '{}' as created_at, to_json(updated_at) #>> '{}' as updated_at`

export async function listBuckets(rows: Transaction, list: BucketList) {
  const { limit, offset, search, sortColumn, sortOrder } = list
  const pattern = containing(search)
  const { rows: buckets } = await rows.query<Bucket>(
    `select ${COLUMNS} from storage.buckets b where $1 = '%%' or name ilike $1
     order by b.${sortColumn} ${sortOrder}, b.id limit $2 offset $3`,
    [pattern, limit ?? null, offset],
  )
  return buckets
}

/** Throws NoSuchBucket for a bucket that is missing or invisible to the caller. */
export async function findBucket(rows: Transaction, id: string): Promise<Bucket> {
  const { rows: found } = await rows.query<Bucket>(`select ${COLUMNS} from storage.buckets where id = $1`, [
    id,
  ])
  if (!found[0]) throw storageError('NoSuchBucket')
  return found[0]
}

interface NewRow extends BucketRules {
  id: string
  owner: string | null
}

export async function insertBucket(rows: Transaction, bucket: NewRow) {
  await rows.query(
    `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
     values ($1, $1, case when $2 ~ '${UUID}' then $2::uuid end, $2, $3, $4, $5)`,
    [
      bucket.id,
      bucket.owner,
      bucket.public ?? false,
      bucket.file_size_limit ?? null,
      bucket.allowed_mime_types ?? null,
    ],
  )
}

/** Owners used to be uuids and can now be any text. Both columns are written for policies that compare either. */
export const UUID = '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'

/** Leaves undefined fields unchanged. */
export async function changeBucket(rows: Transaction, id: string, change: BucketRules) {
  const { rowCount } = await rows.query(
    `update storage.buckets set
       public = coalesce($2, public),
       file_size_limit = case when $3 then $4 else file_size_limit end,
       allowed_mime_types = case when $5 then $6 else allowed_mime_types end,
       updated_at = now()
     where id = $1`,
    [
      id,
      change.public ?? null,
      change.file_size_limit !== undefined,
      change.file_size_limit ?? null,
      change.allowed_mime_types !== undefined,
      change.allowed_mime_types ?? null,
    ],
  )
  if (rowCount === 0) throw storageError('NoSuchBucket')
}

/** Also throws NoSuchBucket when the caller may see the bucket but not delete it. */
export async function deleteBucket(rows: Transaction, id: string) {
  const { rowCount } = await rows.query('delete from storage.buckets where id = $1', [id])
  if (rowCount === 0) throw storageError('NoSuchBucket')
}
