import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than anything takes on a machine busy with other tests, and shorter than a test's time limit. */
export const WAIT_TIMEOUT_MS = 60_000

/** Between the first checks, and at most: a check that costs something must not keep what it waits for from happening. */
const FIRST_PAUSE_MS = 15
const LONGEST_PAUSE_MS = 150
const GROWTH = 1.4

/**
 * Repeats a check until it returns something truthy, and returns that. A check that throws counts as not yet. The pauses
 * grow, unless `everyMs` says how long each is.
 * @throws Error after `timeoutMs`, with the last failure as its cause
 */
export async function waitFor<T>(
  check: () => T | Promise<T>,
  { timeoutMs = WAIT_TIMEOUT_MS, everyMs }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs
  let pauseMs = everyMs ?? FIRST_PAUSE_MS
  for (;;) {
    const outcome = await attempt(check)
    if ('value' in outcome && outcome.value) return outcome.value
    if (Date.now() >= deadline) {
      const last = 'failure' in outcome ? String(outcome.failure) : `it returned ${String(outcome.value)}`
      throw new Error(`Timed out after ${timeoutMs} ms: ${last}`, {
        cause: 'failure' in outcome ? outcome.failure : undefined,
      })
    }
    await sleep(pauseMs)
    if (everyMs === undefined) pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * GROWTH)
  }
}

async function attempt<T>(check: () => T | Promise<T>): Promise<{ value: T } | { failure: unknown }> {
  try {
    return { value: await check() }
  } catch (failure) {
    return { failure }
  }
}
