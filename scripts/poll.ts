import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 100

/** Asks again until there is an answer that is not undefined. Rejects, saying what was waited for, when time is up. */
export async function poll<T>(what: string, limitMs: number, ask: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + limitMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > end) throw new Error(`Waited ${limitMs / 1000} s for ${what}`)
    await sleep(POLL_MS)
  }
}
