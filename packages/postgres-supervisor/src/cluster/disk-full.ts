import { EngineError } from '../engine.ts'
import { CommandError } from '../process/run.ts'

const NO_SPACE = /no space left on device|disk quota exceeded/i

/** Recognises a full disk by a tool's message, or by the error code of a write. */
export function meansDiskFull(error: unknown): boolean {
  if (error instanceof CommandError) return NO_SPACE.test(error.output)
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' || NO_SPACE.test(message)
}

/** Converts an error that means a full disk to `disk_full`; returns any other unchanged. */
export const namingFullDisk = (error: unknown): unknown =>
  !(error instanceof EngineError) && meansDiskFull(error) ? diskFull((error as Error).message, error) : error

export const diskFull = (what: string, cause?: unknown) =>
  new EngineError('disk_full', `The disk is full: ${what}. Free some space and try again.`, { cause })
