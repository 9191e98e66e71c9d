import type { FolderPageRequest } from '@basalt/contract/storage/explorer.schema.ts'
import type { ObjectListRequest } from '@basalt/contract/storage/objects.schema.ts'
import { storageError } from '../storage-error.ts'
import { otherSpellings } from './folder-spelling.store.ts'
import { type AskRows, folderPageStatement, folderPrefix } from './listing.store.ts'

/**
 * A page of a folder, folders first, after its first `offset` entries or, as quick at the end of a million as at their
 * beginning, right after the last entry of the page before: the JSON of a list of entries. Throws NoSuchBucket.
 */
export async function folderPage(ask: AskRows, bucket: string, { path, options }: FolderPageRequest) {
  const { limit, offset, after } = options
  const [row] = await ask(
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
 * The same for clients of the storage API. A bucket that they may not see, or that does not exist, is empty to them. A
 * folder that exists only in another case is found; `askService` looks for it.
 */
export async function listFolder(
  { ask, askService }: { ask: AskRows; askService: AskRows },
  bucket: string,
  request: ObjectListRequest,
) {
  const { prefix, limit, offset, search, sortBy: sort } = request
  const list = async (folder: string) => {
    const [row] = await ask(
      folderPageStatement(bucket, folder, { sort, limit, offset, search: search ?? '' }),
    )
    return row![1]!
  }
  const entries = await list(prefix)
  if (entries !== NONE) return entries
  for (const folder of await otherSpellings(askService, bucket, prefix)) {
    const found = await list(folder)
    if (found !== NONE) return found
  }
  return NONE
}

const NONE = '[]'
