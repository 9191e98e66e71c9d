import { streamCodeCompletion } from '@basalt/contract/ai/ai.endpoints.ts'
import { sqlInAnswer } from '@basalt/contract/ai/ai.rules.ts'
import { CompletionEvent } from '@basalt/contract/ai/ai.schema.ts'
import type { Input } from '@basalt/contract/endpoint.ts'
import { useEffect, useReducer, useRef } from 'react'
import { send } from '../../../../api/call.ts'
import { linesOf } from '../../../../api/lines.ts'
import { closeToast, toast } from '../../../../ui/feedback/toast.ts'

interface EditState {
  readonly isWriting: boolean
  /** What takes the place of the lines if it is accepted. */
  readonly proposal: string | undefined
}

type EditEvent = { type: 'asked' } | { type: 'stopped' } | { type: 'written'; proposal: string }

const FAILURE = 'ai-failed'

function next(state: EditState, event: EditEvent): EditState {
  if (event.type === 'written') return { isWriting: false, proposal: event.proposal }
  return { ...state, isWriting: event.type === 'asked' }
}

/**
 * Has SQL proposed, again and again, each time about what was proposed last, or `given` at first. `onShow` hears what is to be seen while it
 * is written, and goes back to the last whole proposal when it is stopped or fails.
 */
export function useEdit(given: string | undefined, onShow: (sql: string | undefined) => void) {
  const [state, tell] = useReducer(next, { isWriting: false, proposal: given })
  const underWay = useRef<AbortController>(undefined)
  useEffect(() => () => underWay.current?.abort(), [])

  /** Resolves with whether there is a new proposal. */
  const ask = async (task: CompletionTask): Promise<boolean> => {
    const abort = new AbortController()
    underWay.current = abort
    tell({ type: 'asked' })
    closeToast(FAILURE)
    try {
      const proposal = await readCompletion(task, (sql) => sql !== '' && onShow(sql), abort.signal)
      if (abort.signal.aborted) return false
      onShow(proposal)
      tell({ type: 'written', proposal })
      return true
    } catch (error) {
      if (abort.signal.aborted) return false
      onShow(state.proposal)
      tell({ type: 'stopped' })
      const description = error instanceof Error ? error.message : 'Unknown error'
      toast({ tone: 'critical', title: 'Failed to generate', description, id: FAILURE })
      return false
    }
  }

  const stop = () => {
    underWay.current?.abort()
    onShow(state.proposal)
    tell({ type: 'stopped' })
  }

  return { ...state, ask, stop }
}

type CompletionTask = Input<typeof streamCodeCompletion>['body']

/**
 * Has SQL written; `onProgress` hears what there is of it, again and again. Resolves with what takes the place of the
 * selection. Rejects in words for people, or with the abort reason.
 */
async function readCompletion(
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
