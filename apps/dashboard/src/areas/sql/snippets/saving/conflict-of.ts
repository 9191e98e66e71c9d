import { REVISION_CONFLICT } from '@basalt/contract/snippets/snippets.rules.ts'
import type { Snippet } from '@basalt/contract/snippets/snippets.schema.ts'
import type { ApiError } from '../../../../api/api-error.ts'

/** The text that is on the server, when a save failed because of it. */
export function conflictOf({ code, body }: ApiError): Snippet | undefined {
  if (code !== 'conflict' || body.details?.reason !== REVISION_CONFLICT) return undefined
  // From our own server: its shape is taken as agreed.
  return (body.details.current ?? undefined) as Snippet | undefined
}
