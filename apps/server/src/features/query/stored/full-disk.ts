import { AppError } from '../../../http/app-error.ts'

/** Throws AppError `storage_full` for what a file system says when it has no room, and everything else as it came. */
export function refuseFullDisk(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error
  throw new AppError(
    'storage_full',
    'The disk of the server is full. Narrow the query, or export its rows.',
    { cause: error },
  )
}
