import { EngineError } from '../engine.ts'
import { CommandError } from '../process/run.ts'

const NO_SPACE = /no space left on device|disk quota exceeded/i

/** Recognises a full disk in the words of any tool, or in the error code of our own writing. */
export function meansDiskFull(error: unknown): boolean {
  if (error instanceof CommandError) return NO_SPACE.test(error.output)
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' || NO_SPACE.test(message)
}

export const diskFull = (what: string, cause?: unknown) =>
  new EngineError('disk_full', `The disk is full: ${what}. Free some space and try again.`, { cause })
