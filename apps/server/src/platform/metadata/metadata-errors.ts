import pg from 'pg'
import { AppError } from '../../http/app-error.ts'

const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const NOT_CONNECTED = /^(?:08...|57P0[123]|ECONNREFUSED|ECONNRESET|ENOTFOUND)$/

export const isUniqueViolation = (error: unknown) => (error as { code?: unknown }).code === UNIQUE_VIOLATION

/**
 * Whether what was refused would be refused again, whenever it is tried. By SQLSTATE: what was to be written is wrong
 * (21, 22) or breaks a rule of the table (23).
 */
export const isRefusedForItsContent = (error: unknown) =>
  error instanceof pg.DatabaseError && /^2[123]/.test(error.code ?? '')

/** Says by SQLSTATE what a failure of the metadata means to a caller; undefined when it is our own bug. */
export function metadataError(error: unknown): AppError | undefined {
  const code = (error as { code?: unknown }).code
  if (typeof code !== 'string') return undefined
  if (code === UNIQUE_VIOLATION) return new AppError('conflict', 'That exists already', { cause: error })
  if (code === FOREIGN_KEY_VIOLATION)
    return new AppError('conflict', 'Something else still depends on this', { cause: error })
  if (NOT_CONNECTED.test(code))
    return new AppError(
      'instance_unavailable',
      "Basalt's own database does not answer. Try again in a moment.",
      {
        cause: error,
      },
    )
  return undefined
}
