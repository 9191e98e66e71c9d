import type { ObjectMetadata } from '@basalt/contract/storage/objects.schema.ts'
import type { Transaction } from '../../../platform/project-databases/project-databases.ts'
import { UUID } from '../buckets/buckets.store.ts'
import type { AskRows } from '../listing/listing.store.ts'
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

/** Undefined for what is not there, or not the caller's to see. */
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

/** Needs the right to insert alone: nothing is read back. Throws a unique violation when the name is taken. */
export const insertObject = (rows: Transaction, object: NewObject) => rows.query(INSERT, valuesOf(object))

/** The id the object now has, and the version that was replaced, if one was. */
export async function upsertObject(rows: Transaction, object: NewObject) {
  const { rows: written } = await rows.query<Written>(UPSERT, valuesOf(object))
  return written[0]!
}

interface Written {
  id: string
  replaced: string | null
}

/** Either of the two as a transaction of its own, in one round trip. */
export async function putObject(ask: AskRows, object: NewObject, isUpsert: boolean): Promise<Written> {
  const [row] = await ask({ text: isUpsert ? UPSERT : INSERT, values: valuesOf(object) })
  return row ? { id: row[0]!, replaced: row[1]! } : { id: object.id, replaced: null }
}

/** What is to be known of a place before something is put there. Throws NoSuchBucket. */
export async function placeOf(ask: AskRows, bucket: string, name: string) {
  const [row] = await ask({
    text: `select b.file_size_limit, to_json(b.allowed_mime_types),
      exists (select from storage.objects o where o.bucket_id = b.id and o.name = $2)
      from storage.buckets b where b.id = $1`,
    values: [bucket, name],
  })
  if (!row) throw storageError('NoSuchBucket')
  const [limit, types, isTaken] = row
  return {
    file_size_limit: limit == null ? null : Number(limit),
    allowed_mime_types: types == null ? null : (JSON.parse(types) as string[]),
    isTaken: isTaken === 't',
  }
}

export interface ObjectAddress {
  bucket: string
  name: string
}

/** Its bytes stay where they are. Returns its id. */
export async function renameObject(rows: Transaction, from: ObjectAddress, to: ObjectAddress) {
  const { rowCount } = await rows.query(
    `update storage.objects set bucket_id = $3, name = $4, updated_at = now() where bucket_id = $1 and name = $2`,
    [from.bucket, from.name, to.bucket, to.name],
  )
  if (rowCount === 0) throw storageError('AccessDenied')
}

/** Deletes what the caller may see and delete, and tells what that was. */
export async function deleteObjects(rows: Transaction, bucket: string, names: readonly string[]) {
  const { rows: deleted } = await rows.query<ObjectRow>(
    `delete from storage.objects where bucket_id = $1 and name = any($2) returning ${COLUMNS}`,
    [bucket, names],
  )
  return deleted
}

/** Everything in a bucket, in one statement. Returns the versions. */
export async function deleteAllObjects(rows: Transaction, bucket: string) {
  const { rows: deleted } = await rows.query<{ version: string }>(
    'delete from storage.objects where bucket_id = $1 returning version',
    [bucket],
  )
  return deleted.map(({ version }) => version)
}

/** Those of the versions that some object still has. */
export async function versionsInUse(rows: Transaction, versions: readonly string[]) {
  const { rows: used } = await rows.query<{ version: string }>(
    'select version from storage.objects where version = any($1)',
    [versions],
  )
  return new Set(used.map(({ version }) => version))
}
