import { randomUUID } from 'node:crypto'
import type { McpMessage } from '@basalt/contract/mcp/mcp.schema.ts'

/** What a person decided; `cancel` also when they never did. */
export type Decision = 'accept' | 'decline' | 'cancel'

interface Pending {
  userId: string
  resolve(decision: Decision): void
}

export type Confirmations = ReturnType<typeof createConfirmations>

/**
 * Questions that tools ask people through their clients. The question goes out on the answer to one request, and what
 * was decided comes back in another: both are told together by an id that nobody can guess, and by who is calling.
 */
export function createConfirmations(waitMs: number) {
  const pending = new Map<string, Pending>()
  return {
    /** Resolves when the person has decided, when nobody waits any more, or when the time is over. */
    ask(userId: string, question: string, send: (message: McpMessage) => void, signal: AbortSignal) {
      if (signal.aborted) return Promise.resolve<Decision>('cancel')
      const id = randomUUID()
      return new Promise<Decision>((done) => {
        const resolve = (decision: Decision) => {
          pending.delete(id)
          clearTimeout(deadline)
          signal.removeEventListener('abort', leave)
          done(decision)
        }
        const leave = () => resolve('cancel')
        const deadline = setTimeout(leave, waitMs)
        signal.addEventListener('abort', leave)
        pending.set(id, { userId, resolve })
        send({
          jsonrpc: '2.0',
          id,
          method: 'elicitation/create',
          // Nothing is to be filled in: to accept is to say yes.
          params: { message: question, requestedSchema: { type: 'object', properties: {} } },
        })
      })
    },

    /** Takes what a client answers; what nobody asked, or another asked, is let go. */
    settle(userId: string, { id, result }: McpMessage) {
      const one = pending.get(String(id))
      if (one?.userId !== userId) return
      const action = result?.action
      one.resolve(action === 'accept' || action === 'decline' ? action : 'cancel')
    },

    /** Ends all waiting: the server stops. */
    close() {
      for (const { resolve } of pending.values()) resolve('cancel')
    },
  }
}
