import type { ObjectMetadata } from '@basalt/contract/storage/objects.schema.ts'
import type { Transaction } from '../../../platform/project-databases/api-connections.ts'
import { UUID } from '../buckets/buckets.store.ts'
import type { QueryRows } from '../listing/listing.store.ts'
import { storageError } from '../storage-error.ts'

export interface ObjectRow {
  id: string
  bucket_id: string
  name: string
  owner: string | null
  owner_id: string | null
  /** The key of its bytes. */
  version: string
  metadata: ObjectMetadata
  user_metadata: Record<string, unknown> | null
  created_at: string
  updated_at: string
  last_accessed_at: string
}

const COLUMNS = `id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, updated_at,
  last_accessed_at`

/** Undefined for an object that is missing or invisible to the caller. */
export async function findObject(
  rows: Transaction,
  bucket: string,
  name: string,
  lock: '' | 'for share' = '',
) {
  const { rows: found } = await rows.query<ObjectRow>(
    `select ${COLUMNS} from storage.objects where bucket_id = $1 and name = $2 ${lock}`,
    [bucket, name],
  )
  return found[0]
}

export async function findObjects(rows: Transaction, bucket: string, names: readonly string[]) {
  const { rows: found } = await rows.query<ObjectRow>(
    `select ${COLUMNS} from storage.objects where bucket_id = $1 and name = any($2)`,
    [bucket, names],
  )
  return found
}

export interface NewObject {
  id: string
  bucket: string
  name: string
  owner: string | null
  version: string
  metadata: Partial<ObjectMetadata>
  userMetadata: Record<string, unknown> | null
}

const valuesOf = ({ id, bucket, name, owner, version, metadata, userMetadata }: NewObject) => [
  id,
  bucket,
  name,
  owner,
  version,
  JSON.stringify(metadata),
  userMetadata && JSON.stringify(userMetadata),
]

const INSERT = `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1, $2, $3, case when $4 ~ '${UUID}' then $4::uuid end, $4, $5, $6, $7)`

const UPSERT = `${INSERT}
  on conflict (bucket_id, name) do update set
    owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
    metadata = excluded.metadata, user_metadata = excluded.user_metadata, updated_at = now()
  returning new.id, old.version as replaced`

/** Requires only the right to insert, as nothing is read back. Throws a unique violation for a taken name. */
export const insertObject = (rows: Transaction, object: NewObject) => rows.query(INSERT, valuesOf(object))

/** Returns the object's id, and the replaced version if there was one. */
export async function upsertObject(rows: Transaction, object: NewObject) {
  const { rows: written } = await rows.query<Written>(UPSERT, valuesOf(object))
  return written[0]!
}

interface Written {
  id: string
  replaced: string | null
}

/** `$1` is a comma-separated list of ETags. */
const HAS_ETAG = `($1 = '*' or metadata ->> 'eTag' = any(string_to_array($1, ',')))`

const REPLACE = `update storage.objects set
    owner = case when $4 ~ '${UUID}' then $4::uuid end, owner_id = $4, version = $5,
    metadata = $6, user_metadata = $7, updated_at = now()
  where bucket_id = $2 and name = $3 and ${HAS_ETAG}
  returning new.id, old.version as replaced`

/** An existing object is a conflict (`false`), is replaced (`true`), or is replaced if it has one of the ETags. */
export type ReplaceCondition = boolean | readonly string[]

function putStatement(object: NewObject, replaces: ReplaceCondition) {
  const values = valuesOf(object)
  if (typeof replaces === 'boolean') return { text: replaces ? UPSERT : INSERT, values }
  return { text: REPLACE, values: [replaces.join(','), ...values.slice(1)] }
}

/** Returns the object's id and the replaced version. Throws a unique violation or PreconditionFailed. */
export async function putObjectIn(rows: Transaction, object: NewObject, replaces: ReplaceCondition) {
  const { text, values } = putStatement(object, replaces)
  const { rows: written } = await rows.query<Written>(text, values)
  return written[0] ?? withoutRow(object, replaces)
}

/** Like `putObjectIn`, in its own transaction and one round trip. */
export async function putObject(
  query: QueryRows,
  object: NewObject,
  replaces: ReplaceCondition,
): Promise<Written> {
  const [row] = await query(putStatement(object, replaces))
  return row ? { id: row[0]!, replaced: row[1]! } : withoutRow(object, replaces)
}

/** An insert returns no row, because that would require the right to read. A replacement without a row matched none. */
function withoutRow({ id }: NewObject, replaces: ReplaceCondition): Written {
  if (typeof replaces !== 'boolean') throw storageError('PreconditionFailed')
  return { id, replaced: null }
}

/** The bucket's rules for a new object, and the ETag of an existing one. Throws NoSuchBucket. */
export async function uploadConstraints(query: QueryRows, bucket: string, name: string) {
  const [row] = await query({
    text: `select b.file_size_limit, to_json(b.allowed_mime_types),
      (select coalesce(o.metadata ->> 'eTag', '') from storage.objects o where o.bucket_id = b.id and o.name = $2)
      from storage.buckets b where b.id = $1`,
    values: [bucket, name],
  })
  if (!row) throw storageError('NoSuchBucket')
  const [limit, types, eTag] = row
  return {
    file_size_limit: limit == null ? null : Number(limit),
    allowed_mime_types: types == null ? null : (JSON.parse(types) as string[]),
    /** The existing object's ETag; null when there is none. */
    eTag: eTag ?? null,
  }
}

export interface ObjectAddress {
  bucket: string
  name: string
}

/** Moves an object without its bytes. */
export async function renameObject(rows: Transaction, from: ObjectAddress, to: ObjectAddress) {
  const { rowCount } = await rows.query(
    `update storage.objects set bucket_id = $3, name = $4, updated_at = now() where bucket_id = $1 and name = $2`,
    [from.bucket, from.name, to.bucket, to.name],
  )
  if (rowCount === 0) throw storageError('AccessDenied')
}

/** Deletes an object with one of the ETags; `*` matches any. Undefined when none matched. */
export async function deleteMatching(
  rows: Transaction,
  bucket: string,
  name: string,
  eTags: readonly string[],
) {
  const { rows: deleted } = await rows.query<ObjectRow>(
    `delete from storage.objects where bucket_id = $2 and name = $3 and ${HAS_ETAG} returning ${COLUMNS}`,
    [eTags.join(','), bucket, name],
  )
  return deleted[0]
}

/** Deletes the objects that the caller may see and delete. Returns them in the order of `names`. */
export async function deleteObjects(rows: Transaction, bucket: string, names: readonly string[]) {
  const { rows: deleted } = await rows.query<ObjectRow>(
    `delete from storage.objects where bucket_id = $1 and name = any($2) returning ${COLUMNS}`,
    [bucket, names],
  )
  const positions = new Map(names.map((name, index) => [name, index]))
  return deleted.sort((one, other) => positions.get(one.name)! - positions.get(other.name)!)
}

/** Deletes all objects of a bucket in one statement. Returns their versions. */
export async function deleteAllObjects(rows: Transaction, bucket: string) {
  const { rows: deleted } = await rows.query<{ version: string }>(
    'delete from storage.objects where bucket_id = $1 returning version',
    [bucket],
  )
  return deleted.map(({ version }) => version)
}

/** The versions that any object has. */
export async function versionsInUse(rows: Transaction, versions: readonly string[]) {
  const { rows: used } = await rows.query<{ version: string }>(
    'select version from storage.objects where version = any($1)',
    [versions],
  )
  return new Set(used.map(({ version }) => version))
}

/** The bytes of objects, each once. Objects whose size is not known count 0. */
export async function storedVersions(rows: Transaction, limit: number) {
  const { rows: stored } = await rows.query<{ version: string; bytes: number }>(
    `select version, max(case when jsonb_typeof(metadata -> 'size') = 'number'
       then (metadata ->> 'size')::float8 else 0 end) as bytes
     from storage.objects where version is not null group by version limit $1`,
    [limit],
  )
  return stored
}
