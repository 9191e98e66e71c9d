import { useEffect, useState } from 'react'
import { WAITING_SHOWN_MS } from '../query.rules.ts'

const SECOND = 1000

/**
 * Milliseconds since `startedAt` while something is under way: undefined at rest and during the first moments, in
 * which nothing should flicker, then told again every second.
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
    timer = setTimeout(tick, Math.max(0, startedAt + WAITING_SHOWN_MS - performance.now()))
    return () => {
      clearTimeout(timer)
      setNow(undefined)
    }
  }, [startedAt, isRunning])
  return isRunning && now !== undefined ? Math.max(0, now - startedAt) : undefined
}
