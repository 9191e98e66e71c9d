import { useCallback, useEffect, useRef, useState } from 'react'
import { copyText } from './clipboard.ts'

export const COPY_FEEDBACK_MS = 2000

export type CopyState = 'idle' | 'copied' | 'failed'

/** Copies text with feedback: `state` is the outcome of the last copy for `feedbackMs`, then `idle`. */
export function useCopy(feedbackMs: number = COPY_FEEDBACK_MS): {
  state: CopyState
  copy: (text: string) => Promise<void>
} {
  const [state, setState] = useState<CopyState>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = useCallback(
    async (text: string) => {
      clearTimeout(timer.current)
      const outcome = await copyText(text).then(
        () => 'copied' as const,
        () => 'failed' as const,
      )
      setState(outcome)
      timer.current = setTimeout(() => setState('idle'), feedbackMs)
    },
    [feedbackMs],
  )

  return { state, copy }
}
