import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 100

/** Repeats a call until it returns something defined. Rejects after `limitMs`, naming what was awaited. */
export async function poll<T>(what: string, limitMs: number, get: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + limitMs
  for (;;) {
    const result = await get()
    if (result !== undefined) return result
    if (Date.now() > end) throw new Error(`Timed out after ${limitMs / 1000} s waiting for ${what}`)
    await sleep(POLL_MS)
  }
}
