import { isFolderPath, type Move } from '@basalt/contract/storage/explorer.schema.ts'
import { FOLDER_PLACEHOLDER, OBJECT_KEY_MAX_BYTES } from '@basalt/contract/storage/names.rules.ts'
import type { Transaction } from '../../../platform/project-databases/api-connections.ts'
import { storageError } from '../storage-error.ts'

/** The range of names in a folder, as a half-open interval: `0` follows `/`. */
export const folderBounds = (folder: string) => [folder, `${folder.slice(0, -1)}0`] as const

/** The folder of a path, with a trailing slash; empty for the root. */
export function parentOf(path: string) {
  const bare = isFolderPath(path) ? path.slice(0, -1) : path
  return bare.slice(0, bare.lastIndexOf('/') + 1)
}

/** The new name of an object in a moved folder, as a SQL expression. */
const NEW_NAME = `$3 || substr(o.name, length($2) + 1)`
const IN_FOLDER = `o.bucket_id = $1 and o.name >= $2 and o.name < $4`

/** Moves a folder in one statement, however large it is. Returns the number of objects. */
export async function renameFolder(rows: Transaction, bucket: string, { from, to }: Move) {
  const [, end] = folderBounds(from)
  const values = [bucket, from, to, end]
  const { rows: tooLong } = await rows.query<{ name: string }>(
    `select o.name from storage.objects o where ${IN_FOLDER} and octet_length(${NEW_NAME}) > $5 limit 1`,
    [...values, OBJECT_KEY_MAX_BYTES],
  )
  if (tooLong[0]) throw storageError('InvalidKey', `The new name of "${tooLong[0].name}" would be too long`)
  if (await folderExists(rows, bucket, to)) await clearPlaceholders(rows, values)
  const { rowCount } = await rows.query(
    `update storage.objects o set name = ${NEW_NAME}, updated_at = now() where ${IN_FOLDER}`,
    values,
  )
  return rowCount ?? 0
}

/** Deletes placeholders that are in the way of a move. Throws KeyAlreadyExists for any other name conflict. */
async function clearPlaceholders(rows: Transaction, values: string[]) {
  await rows.query(
    `delete from storage.objects n using storage.objects o
     where ${IN_FOLDER} and n.bucket_id = $1 and n.name = ${NEW_NAME} and right(n.name, length($5) + 1) = '/' || $5`,
    [...values, FOLDER_PLACEHOLDER],
  )
  const { rows: taken } = await rows.query<{ name: string }>(
    `select n.name from storage.objects o
     join storage.objects n on n.bucket_id = $1 and n.name = ${NEW_NAME}
     where ${IN_FOLDER} limit 1`,
    values,
  )
  if (taken[0]) throw nameTaken(taken[0].name)
}

/** Names the conflicting path, which may be one of many. */
export const nameTaken = (path: string) =>
  storageError(
    'KeyAlreadyExists',
    `The name ${path} already exists in that directory. Please use a different name.`,
  )

/** Deletes a folder and its contents in one statement. Returns the versions. */
export async function deleteFolder(rows: Transaction, bucket: string, folder: string) {
  const { rows: deleted } = await rows.query<{ version: string | null }>(
    'delete from storage.objects where bucket_id = $1 and name >= $2 and name < $3 returning version',
    [bucket, ...folderBounds(folder)],
  )
  return deleted.map(({ version }) => version)
}

/** Number and total size of the files at the paths and, at most `limit` each, in the folders, without placeholders. */
export async function countFiles(
  rows: Transaction,
  bucket: string,
  { files, folders }: { files: readonly string[]; folders: readonly string[] },
  limit: number,
) {
  const size = `case when jsonb_typeof(metadata -> 'size') = 'number' then (metadata ->> 'size')::numeric else 0 end`
  const bounds = folders.map(folderBounds)
  const { rows: counted } = await rows.query<{ files: number; bytes: number }>(
    `select count(*)::int as files, coalesce(sum(size), 0)::float8 as bytes from (
       select ${size} as size from storage.objects where bucket_id = $1 and name = any($2)
       union all
       select found.size from unnest($3::text[], $4::text[]) folder(first, last) cross join lateral (
         select ${size} as size from storage.objects
         where bucket_id = $1 and name >= folder.first and name < folder.last
           and right(name, length($5) + 1) <> '/' || $5 limit $6
       ) found
     ) counted`,
    [
      bucket,
      files,
      bounds.map(([first]) => first),
      bounds.map(([, last]) => last),
      FOLDER_PLACEHOLDER,
      limit,
    ],
  )
  return counted[0]!
}

/** Whether a folder contains anything. */
export async function folderExists(rows: Transaction, bucket: string, folder: string) {
  const { rowCount } = await rows.query(
    'select from storage.objects where bucket_id = $1 and name >= $2 and name < $3 limit 1',
    [bucket, ...folderBounds(folder)],
  )
  return rowCount === 1
}

export async function deletePlaceholder(rows: Transaction, bucket: string, folder: string) {
  const { rows: deleted } = await rows.query<{ version: string | null }>(
    'delete from storage.objects where bucket_id = $1 and name = $2 returning version',
    [bucket, folder + FOLDER_PLACEHOLDER],
  )
  return deleted.map(({ version }) => version)
}
