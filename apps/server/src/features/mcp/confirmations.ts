import { randomUUID } from 'node:crypto'
import type { McpMessage } from '@basalt/contract/mcp/mcp.schema.ts'

/** The user's decision; `cancel` also when there was none. */
export type Decision = 'accept' | 'decline' | 'cancel'

interface Pending {
  userId: string
  resolve(decision: Decision): void
}

export type Confirmations = ReturnType<typeof createConfirmations>

/**
 * Confirmations that tools request from users. The question is sent in the response to one request and the decision
 * arrives in another; they are matched by an unguessable id and the user.
 */
export function createConfirmations(waitMs: number) {
  const pending = new Map<string, Pending>()
  return {
    /** Resolves with the decision, or `cancel` when the client disconnects or the time is over. */
    ask(userId: string, question: string, send: (message: McpMessage) => void, signal: AbortSignal) {
      if (signal.aborted) return Promise.resolve<Decision>('cancel')
      const id = randomUUID()
      return new Promise<Decision>((done) => {
        const resolve = (decision: Decision) => {
          pending.delete(id)
          clearTimeout(deadline)
          signal.removeEventListener('abort', cancel)
          done(decision)
        }
        const cancel = () => resolve('cancel')
        const deadline = setTimeout(cancel, waitMs)
        signal.addEventListener('abort', cancel)
        pending.set(id, { userId, resolve })
        send({
          jsonrpc: '2.0',
          id,
          method: 'elicitation/create',
          // The form has no fields: accepting it is the confirmation.
          params: { message: question, requestedSchema: { type: 'object', properties: {} } },
        })
      })
    },

    /** Resolves a question with the client's answer; ignores answers to unknown questions and by other users. */
    settle(userId: string, { id, result }: McpMessage) {
      const question = pending.get(String(id))
      if (question?.userId !== userId) return
      const action = result?.action
      question.resolve(action === 'accept' || action === 'decline' ? action : 'cancel')
    },

    /** Cancels all questions when the server stops. */
    close() {
      for (const { resolve } of pending.values()) resolve('cancel')
    },
  }
}
