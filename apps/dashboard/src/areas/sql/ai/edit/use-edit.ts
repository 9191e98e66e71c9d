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
  /** Replaces the lines if the user accepts it. */
  readonly proposal: string | undefined
}

type EditEvent = { type: 'started' } | { type: 'stopped' } | { type: 'completed'; proposal: string }

const FAILURE = 'ai-failed'

function next(state: EditState, event: EditEvent): EditState {
  if (event.type === 'completed') return { isWriting: false, proposal: event.proposal }
  return { ...state, isWriting: event.type === 'started' }
}

/**
 * Generates proposals, each based on the last one, or on `given` at first. `onShow` receives the SQL while it is being
 * written, and the last complete proposal again when generation is stopped or fails.
 */
export function useEdit(given: string | undefined, onShow: (sql: string | undefined) => void) {
  const [state, dispatch] = useReducer(next, { isWriting: false, proposal: given })
  const pending = useRef<AbortController>(undefined)
  useEffect(() => () => pending.current?.abort(), [])

  /** Resolves with whether there is a new proposal. */
  const generate = async (task: CompletionTask): Promise<boolean> => {
    const abort = new AbortController()
    pending.current = abort
    dispatch({ type: 'started' })
    closeToast(FAILURE)
    try {
      const proposal = await readCompletion(task, (sql) => sql !== '' && onShow(sql), abort.signal)
      if (abort.signal.aborted) return false
      onShow(proposal)
      dispatch({ type: 'completed', proposal })
      return true
    } catch (error) {
      if (abort.signal.aborted) return false
      onShow(state.proposal)
      dispatch({ type: 'stopped' })
      const description = error instanceof Error ? error.message : 'Unknown error'
      toast({ tone: 'critical', title: 'Failed to generate', description, id: FAILURE })
      return false
    }
  }

  const stop = () => {
    pending.current?.abort()
    onShow(state.proposal)
    dispatch({ type: 'stopped' })
  }

  return { ...state, generate, stop }
}

type CompletionTask = Input<typeof streamCodeCompletion>['body']

/**
 * Requests SQL and passes each partial text to `onProgress`. Resolves with the replacement for the selection. Rejects
 * with a message for the user, or with the abort reason.
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
  throw new Error('The connection was lost. Try again.')
}
