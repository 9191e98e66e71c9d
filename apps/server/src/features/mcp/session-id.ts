import { randomUUID } from 'node:crypto'
import { z } from 'zod'

/** Sent with every message once it was given out. */
export const SESSION_HEADER = 'mcp-session-id'

const ASKS = 'asks-'

/**
 * A session is nothing but a name that tells clients of one person apart and says what the client can do, which it tells
 * once at its beginning and is needed later: so no session is kept, none expires, and a restart of the server ends none.
 * It is no proof of anything, and needs to be none: every request states its token.
 */
export const sessionIdFor = (initialization: Record<string, unknown> | undefined) =>
  `${canShowForms(initialization) ? ASKS : ''}${randomUUID()}`

/** Whether the client can put a question to a person. */
export const canAskIn = (sessionId: string | undefined) => sessionId?.startsWith(ASKS) === true

const Initialization = z.object({
  capabilities: z.object({ elicitation: z.record(z.string(), z.unknown()).optional() }).optional(),
})

/** A client that names no kind of question knows forms, as they were the first. */
function canShowForms(initialization: unknown) {
  const elicitation = Initialization.safeParse(initialization).data?.capabilities?.elicitation
  return elicitation !== undefined && (Object.keys(elicitation).length === 0 || 'form' in elicitation)
}
