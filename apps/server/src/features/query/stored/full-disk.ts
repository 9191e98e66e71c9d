import { AppError } from '../../../http/app-error.ts'

/** Throws AppError `storage_full` when the file system is full, and rethrows other errors. */
export function throwStorageFull(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error
  throw new AppError(
    'storage_full',
    'The disk of the server is full. Narrow the query, or export its rows.',
    { cause: error },
  )
}
