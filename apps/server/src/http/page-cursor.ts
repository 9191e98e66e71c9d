import { z } from 'zod'
import { AppError } from './app-error.ts'

const Cursor = z.tuple([z.string(), z.uuid()])

/** Where a page ended: the sort key and the id of its last row, in a form that callers hand back unread. */
export type PageCursor = z.infer<typeof Cursor>

export const writeCursor = (cursor: PageCursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** Throws `validation_failed` for what no page ever answered. */
export function readCursor(text: string): PageCursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new AppError('validation_failed', 'The cursor is not one that a page of this list answered')
  }
}
