import type { McpMessage } from '@basalt/contract/mcp/mcp.schema.ts'
import { z } from 'zod'

const Cancelled = z.object({ requestId: z.union([z.string(), z.number()]) })

/** A user's client. Clients without a session id cannot be distinguished. */
interface Client {
  userId: string
  sessionId: string | undefined
}

/** Calls in progress, which clients can cancel in another request. */
export function runningCalls() {
  const running = new Map<string, AbortController>()
  const keyOf = ({ userId, sessionId }: Client, id: McpMessage['id']) =>
    sessionId === undefined || id === undefined ? undefined : JSON.stringify([userId, sessionId, id])
  return {
    /** Returns a function that removes the call. */
    add(client: Client, id: McpMessage['id'], call: AbortController) {
      const key = keyOf(client, id)
      if (key === undefined) return () => undefined
      running.set(key, call)
      return () => void (running.get(key) === call && running.delete(key))
    },
    /** Aborts the call that a `notifications/cancelled` names; ignores finished and unknown ones. */
    cancel(client: Client, { method, params }: McpMessage) {
      if (method !== 'notifications/cancelled') return
      const parsed = Cancelled.safeParse(params)
      const key = parsed.success ? keyOf(client, parsed.data.requestId) : undefined
      if (key !== undefined) running.get(key)?.abort()
    },
  }
}
