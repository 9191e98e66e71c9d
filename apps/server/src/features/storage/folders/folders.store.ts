import { isFolderPath, type Move } from '@basalt/contract/storage/explorer.schema.ts'
import { FOLDER_PLACEHOLDER, OBJECT_KEY_MAX_BYTES } from '@basalt/contract/storage/names.rules.ts'
import type { Transaction } from '../../../platform/project-databases/api-connections.ts'
import { storageError } from '../storage-error.ts'

/** `$folder` and what comes after everything in it: `/` is followed by `0`. */
export const folderBounds = (folder: string) => [folder, `${folder.slice(0, -1)}0`] as const

/** The folder something lies in, with its slash; empty for the root. */
export function parentOf(path: string) {
  const bare = isFolderPath(path) ? path.slice(0, -1) : path
  return bare.slice(0, bare.lastIndexOf('/') + 1)
}

/** Where everything in a folder would go, as a SQL expression over its rows. */
const NEW_NAME = `$3 || substr(o.name, length($2) + 1)`
const IN_FOLDER = `o.bucket_id = $1 and o.name >= $2 and o.name < $4`

/** One statement, however much is in the folder. Returns how many objects it was. */
export async function renameFolder(rows: Transaction, bucket: string, { from, to }: Move) {
  const [, end] = folderBounds(from)
  const values = [bucket, from, to, end]
  const { rows: tooLong } = await rows.query<{ name: string }>(
    `select o.name from storage.objects o where ${IN_FOLDER} and octet_length(${NEW_NAME}) > $5 limit 1`,
    [...values, OBJECT_KEY_MAX_BYTES],
  )
  if (tooLong[0])
    throw storageError('InvalidKey', `"${tooLong[0].name}" would have a name that is too long there`)
  if (await isFolderThere(rows, bucket, to)) await makeRoom(rows, values)
  const { rowCount } = await rows.query(
    `update storage.objects o set name = ${NEW_NAME}, updated_at = now() where ${IN_FOLDER}`,
    values,
  )
  return rowCount ?? 0
}

/** What only keeps a folder alive gives way to what moves in. Throws KeyAlreadyExists for everything else. */
async function makeRoom(rows: Transaction, values: string[]) {
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

/** Says which name it was, so that people can tell among many. */
export const nameTaken = (path: string) =>
  storageError(
    'KeyAlreadyExists',
    `The name ${path} already exists in that directory. Please use a different name.`,
  )

/** Deletes a folder with everything in it in one statement. Returns the versions. */
export async function deleteFolder(rows: Transaction, bucket: string, folder: string) {
  const { rows: deleted } = await rows.query<{ version: string | null }>(
    'delete from storage.objects where bucket_id = $1 and name >= $2 and name < $3 returning version',
    [bucket, ...folderBounds(folder)],
  )
  return deleted.map(({ version }) => version)
}

/** Files among the paths and below the folders, without placeholders, and their bytes; at most `limit` of each folder. */
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
     ) all_of_them`,
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

/** Whether anything lies in a folder. */
export async function isFolderThere(rows: Transaction, bucket: string, folder: string) {
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
