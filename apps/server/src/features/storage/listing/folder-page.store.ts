import type { FolderPageRequest } from '@basalt/contract/storage/explorer.schema.ts'
import type { ObjectListRequest } from '@basalt/contract/storage/objects.schema.ts'
import { storageError } from '../storage-error.ts'
import { otherSpellings } from './folder-spelling.store.ts'
import { folderPageStatement, folderPrefix, type QueryRows } from './listing.store.ts'

/**
 * A page of a folder as JSON text, folders first: either after its first `offset` entries, or with `after` right after
 * the last entry of the previous page, which is as fast at the end of a million entries. Throws NoSuchBucket.
 */
export async function folderPage(query: QueryRows, bucket: string, { path, options }: FolderPageRequest) {
  const { limit, offset, after } = options
  const [row] = await query(
    folderPageStatement(bucket, path, {
      sort: options.sortBy ?? { column: 'name', order: 'asc' },
      limit,
      offset: after ? 0 : offset,
      search: options.search ?? '',
      ...(after && {
        after:
          after.id === null
            ? { of: 'folders', name: after.name }
            : {
                of: 'files',
                name: folderPrefix(path) + after.name,
                ...(after.value !== undefined && { value: after.value }),
              },
      }),
    }),
  )
  const [isThere, entries] = row!
  if (isThere !== 't') throw storageError('NoSuchBucket')
  return entries!
}

/**
 * A page of a folder for clients of the Storage API. Missing and invisible buckets are empty. A folder that exists only
 * in another case is found, too, with `queryAsService`.
 */
export async function listFolder(
  { query, queryAsService }: { query: QueryRows; queryAsService: QueryRows },
  bucket: string,
  request: ObjectListRequest,
) {
  const { prefix, limit, offset, search, sortBy: sort } = request
  const list = async (folder: string) => {
    const [row] = await query(
      folderPageStatement(bucket, folder, { sort, limit, offset, search: search ?? '' }),
    )
    return row![1]!
  }
  const entries = await list(prefix)
  if (entries !== NONE) return entries
  for (const folder of await otherSpellings(queryAsService, bucket, prefix)) {
    const found = await list(folder)
    if (found !== NONE) return found
  }
  return NONE
}

const NONE = '[]'
