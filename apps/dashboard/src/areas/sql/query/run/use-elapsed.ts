import { useEffect, useState } from 'react'
import { PROGRESS_DELAY_MS } from '../query.rules.ts'

const SECOND = 1000

/**
 * Milliseconds since `startedAt` while running, updated every second. Undefined when idle, and during the first moments
 * so that a progress indicator does not flicker.
 */
export function useElapsed(startedAt: number, isRunning: boolean): number | undefined {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    if (!isRunning) return
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const elapsed = performance.now() - startedAt
      setNow(performance.now())
      timer = setTimeout(tick, SECOND - (elapsed % SECOND))
    }
    timer = setTimeout(tick, Math.max(0, startedAt + PROGRESS_DELAY_MS - performance.now()))
    return () => {
      clearTimeout(timer)
      setNow(undefined)
    }
  }, [startedAt, isRunning])
  return isRunning && now !== undefined ? Math.max(0, now - startedAt) : undefined
}
