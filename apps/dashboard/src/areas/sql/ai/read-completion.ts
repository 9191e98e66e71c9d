import { streamCodeCompletion } from '@basalt/contract/ai/ai.endpoints.ts'
import { sqlInAnswer } from '@basalt/contract/ai/ai.rules.ts'
import { CompletionEvent } from '@basalt/contract/ai/ai.schema.ts'
import type { Input } from '@basalt/contract/endpoint.ts'
import { send } from '../../../api/call.ts'
import { linesOf } from '../../../api/lines.ts'

export type CompletionTask = Input<typeof streamCodeCompletion>['body']

/**
 * Has SQL written; `onProgress` hears what there is of it, again and again. Resolves with what takes the place of the
 * selection. Rejects in words for people, or with the abort reason.
 */
export async function readCompletion(
  task: CompletionTask,
  onProgress: (sql: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const response = await send(streamCodeCompletion, { body: task }, signal)
  let answer = ''
  for await (const line of linesOf(response)) {
    const event = CompletionEvent.parse(JSON.parse(line))
    if (event.type === 'error') throw new Error(event.message)
    if (event.type === 'end') return event.replacement
    answer += event.text
    onProgress(sqlInAnswer(answer))
  }
  throw new Error('The connection broke off. Try again.')
}
