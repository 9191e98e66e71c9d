/** Why the program cannot start, in one line that says what to do. */
export class StartError extends Error {}

interface SystemError extends Error {
  code?: unknown
  path?: unknown
}

/**
 * What a system error means for a start, in one line; undefined for a bug of ours, where only the stack helps. A full
 * or read-only disk, or a file of another user, can fail any step.
 */
export function systemErrorMessage(error: unknown): string | undefined {
  const { code, path, message } = error as SystemError
  const location = typeof path === 'string' ? path : 'the data directory'
  // 53100 is PostgreSQL's code for a full disk.
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return `The disk of ${location} is full. Free some space and start again.`
  if (code === 'EROFS') return `The disk of ${location} is read-only. Mount it for writing and start again.`
  if (code === 'EACCES' || code === 'EPERM')
    return `This user may not use ${location} (${message}). Change its owner, or start as the user it belongs to.`
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `${location} is a file where a folder is needed, or is below one. Move it away and start again.`
  if (code === 'EISDIR')
    return `${location} is a folder where a file is needed. Move it away and start again.`
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'This user may not open enough files. Raise the limit (ulimit -n) and start again.'
  return undefined
}
