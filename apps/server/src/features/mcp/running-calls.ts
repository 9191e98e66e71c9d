import type { McpMessage } from '@basalt/contract/mcp/mcp.schema.ts'
import { z } from 'zod'

const Cancelled = z.object({ requestId: z.union([z.string(), z.number()]) })

/** Who asked: a person, through one of their clients. Without a name of its own a client cannot be told from others. */
interface Asker {
  userId: string
  sessionId: string | undefined
}

/** Calls that are under way, so that a client can take one back in another request. */
export function runningCalls() {
  const running = new Map<string, AbortController>()
  const keyOf = ({ userId, sessionId }: Asker, id: McpMessage['id']) =>
    sessionId === undefined || id === undefined ? undefined : JSON.stringify([userId, sessionId, id])
  return {
    /** Until it is over. */
    add(asker: Asker, id: McpMessage['id'], call: AbortController) {
      const key = keyOf(asker, id)
      if (key === undefined) return () => undefined
      running.set(key, call)
      return () => void (running.get(key) === call && running.delete(key))
    },
    /** Takes back the call that a client names as cancelled; one that is over already is none of its concern. */
    cancel(asker: Asker, { method, params }: McpMessage) {
      if (method !== 'notifications/cancelled') return
      const named = Cancelled.safeParse(params)
      const key = named.success ? keyOf(asker, named.data.requestId) : undefined
      if (key !== undefined) running.get(key)?.abort()
    },
  }
}
