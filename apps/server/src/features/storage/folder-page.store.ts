import type { FolderPageRequest } from '@basalt/contract/storage/explorer.schema.ts'
import type { ListedObject } from '@basalt/contract/storage/objects.schema.ts'
import type { Transaction } from '../../platform/project-databases.ts'
import { filesIn, folderEntry, folderPrefix, foldersIn, listFolder } from './listing.store.ts'

/**
 * A page of a folder, folders first, after its first `offset` entries or, as quick at the end of a million as at their
 * beginning, right after the last entry of the page before.
 */
export async function folderPage(rows: Transaction, bucket: string, request: FolderPageRequest) {
  const { path, options } = request
  const { limit, offset, after } = options
  const sort = options.sortBy ?? { column: 'name' as const, order: 'asc' as const }
  const search = options.search ?? ''
  if (!after)
    return (await listFolder(rows, bucket, { prefix: path, limit, offset, search, sortBy: sort })).map(dated)
  const prefix = folderPrefix(path)
  const folders =
    after.id === null
      ? await foldersIn(rows, bucket, prefix, {
          ...{ order: sort.column === 'name' ? sort.order : 'asc', limit, after: after.name, search },
        })
      : []
  const room = limit - folders.length
  if (room === 0) return folders.map(folderEntry)
  const files = await filesIn(rows, bucket, prefix, {
    ...{ sort, limit: room, search },
    ...(after.id !== null && {
      after: {
        of: 'files' as const,
        name: prefix + after.name,
        ...(after.value !== undefined && { value: after.value }),
      },
    }),
  })
  return [
    ...folders.map(folderEntry),
    ...files.map((file) => dated({ ...file, name: file.name.slice(prefix.length) })),
  ]
}

const dated = (entry: ListedObject): ListedObject => ({
  ...entry,
  created_at: isoOf(entry.created_at),
  updated_at: isoOf(entry.updated_at),
  last_accessed_at: isoOf(entry.last_accessed_at),
})

/** `2026-01-02 03:04:05.678901+00`, as PostgreSQL writes it, in the form that every browser reads; as exact. */
export const isoOf = <T extends string | null>(text: T) =>
  (text?.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00') ?? null) as T
