import { randomUUID } from 'node:crypto'
import { z } from 'zod'

/** Clients send the session id with every message after `initialize`. */
export const SESSION_HEADER = 'mcp-session-id'

const CONFIRMS = 'asks-'

/**
 * A session id distinguishes a user's clients and records whether the client supports confirmations, which it states
 * only in `initialize`. So sessions need no storage, do not expire and survive a restart of the server. The id
 * authorizes nothing: every request has its token.
 */
export const sessionIdFor = (initialization: Record<string, unknown> | undefined) =>
  `${supportsForms(initialization) ? CONFIRMS : ''}${randomUUID()}`

/** Whether the client can ask its user for confirmation. */
export const canConfirm = (sessionId: string | undefined) => sessionId?.startsWith(CONFIRMS) === true

const Initialization = z.object({
  capabilities: z.object({ elicitation: z.record(z.string(), z.unknown()).optional() }).optional(),
})

/** Clients that list no modes support forms, which were the first mode. */
function supportsForms(initialization: unknown) {
  const elicitation = Initialization.safeParse(initialization).data?.capabilities?.elicitation
  return elicitation !== undefined && (Object.keys(elicitation).length === 0 || 'form' in elicitation)
}
