import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than anything takes on a machine that is busy with other tests, shorter than a test may take. */
export const PATIENCE_MS = 60_000

/**
 * Looks again and again until the check answers something truthy, and returns that. A check that throws counts
 * as not yet. @throws Error after `timeoutMs`, with the last failure as its cause
 */
export async function waitFor<T>(
  check: () => T | Promise<T>,
  { timeoutMs = PATIENCE_MS, everyMs = 20 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const outcome = await attempt(check)
    if ('value' in outcome && outcome.value) return outcome.value
    if (Date.now() >= deadline) {
      const last = 'failure' in outcome ? String(outcome.failure) : `it answered ${String(outcome.value)}`
      throw new Error(`Waited ${timeoutMs} ms in vain: ${last}`, {
        cause: 'failure' in outcome ? outcome.failure : undefined,
      })
    }
    await sleep(everyMs)
  }
}

async function attempt<T>(check: () => T | Promise<T>): Promise<{ value: T } | { failure: unknown }> {
  try {
    return { value: await check() }
  } catch (failure) {
    return { failure }
  }
}
