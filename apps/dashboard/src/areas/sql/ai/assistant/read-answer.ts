import { askAssistant } from '@basalt/contract/ai/assistant.endpoints.ts'
import type { AnswerEvent } from '@basalt/contract/ai/assistant.schema.ts'
import type { Input } from '@basalt/contract/endpoint.ts'
import { send } from '../../../../api/call.ts'
import { linesOf } from '../../../../api/lines.ts'

const DATA = 'data: '

/**
 * Has a chat answered; `onEvent` hears what comes. Resolves when the answer is complete. Rejects in words for people, or
 * with the abort reason.
 */
export async function readAnswer(
  chat: Input<typeof askAssistant>['body'],
  onEvent: (event: AnswerEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await send(askAssistant, { body: chat }, signal)
  for await (const line of linesOf(response)) {
    if (!line.startsWith(`${DATA}{`)) continue
    // From our own server: its shape is taken as agreed.
    const event: AnswerEvent = JSON.parse(line.slice(DATA.length))
    if (event.type === 'finish') return
    if (event.type === 'error') throw new Error(event.errorText)
    onEvent(event)
  }
  throw new Error('The connection broke off. Try again.')
}
