/** Why the program cannot start, in one line that says what to do about it. */
export class StartError extends Error {}

interface SystemError extends Error {
  code?: unknown
  path?: unknown
}

/**
 * What a system error means for a start, in one line; undefined for a bug of ours, where only the stack helps. A full
 * disk, a read-only disk or a file of another user can meet any step.
 */
export function systemErrorInWords(error: unknown): string | undefined {
  const { code, path, message } = error as SystemError
  const place = typeof path === 'string' ? path : 'the data directory'
  // 53100 is PostgreSQL's code for a full disk.
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return `The disk of ${place} is full. Free some space and start again.`
  if (code === 'EROFS') return `The disk of ${place} is read-only. Mount it for writing and start again.`
  if (code === 'EACCES' || code === 'EPERM')
    return `This user may not use ${place} (${message}). Change its owner, or start as the user it belongs to.`
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `${place} is a file where a folder is needed, or is below one. Move it away and start again.`
  if (code === 'EISDIR') return `${place} is a folder where a file is needed. Move it away and start again.`
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'This user may not open enough files. Raise the limit (ulimit -n) and start again.'
  return undefined
}
