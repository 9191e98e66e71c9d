import { z } from 'zod'
import { AppError } from './app-error.ts'

const Cursor = z.tuple([z.string(), z.guid()])

/** Where a page ended: the sort key and the id of its last row. Opaque to callers. */
export type PageCursor = z.infer<typeof Cursor>

export const writeCursor = (cursor: PageCursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** Throws `validation_failed` for anything but a cursor. */
export function readCursor(text: string): PageCursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new AppError(
      'validation_failed',
      'This is not a cursor of this list. Use the one from the previous page.',
    )
  }
}
