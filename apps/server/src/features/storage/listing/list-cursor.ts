import { z } from 'zod'
import { storageError } from '../storage-error.ts'

/** The end of a page: a folder, or a file with its name and sort value. */
const Cursor = z.object({
  of: z.enum(['folders', 'files']),
  name: z.string().max(2048),
  value: z
    .string()
    .max(64)
    .regex(/^\d[\d:+. T-]+$/)
    .optional(),
})
export type Cursor = z.infer<typeof Cursor>

export const writeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

export function readCursor(text: string | null | undefined): Cursor | undefined {
  if (!text) return undefined
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch (cause) {
    throw storageError('InvalidRequest', 'The cursor is not a continuation token of a listing', cause)
  }
}
