import {
  BAN_MS,
  FAILURE_WINDOW_MS,
  FAILURES_UNTIL_BAN,
} from '@basalt/contract/network-access/network-access.rules.ts'
import type { NetworkBan } from '@basalt/contract/network-access/network-access.schema.ts'
import type { NetworkBanStore } from './network-bans.store.ts'

export type NetworkBans = ReturnType<typeof networkBans>

/** The most addresses that are counted; beyond it, the one that failed longest ago is dropped. */
export const TRACKED_MAX = 20_000

interface Attempts {
  failures: number
  since: number
}

interface Deps {
  store: NetworkBanStore
  now(): Date
  /** Logs that a ban could not be stored. */
  log(line: string): void
}

/**
 * Counts wrong passwords by project and address, and bans an address from a project after too many. The count is in
 * memory; a ban is stored, so that a restart does not help an attacker.
 */
export function networkBans({ store, now, log }: Deps) {
  const tracked = new Map<string, Attempts>()
  /** Bans that are being written, which apply already. */
  const writing = new Map<string, Promise<void>>()
  const keyOf = (ref: string, address: string) => `${ref} ${address}`
  const ago = (ms: number) => new Date(now().getTime() - ms)

  const ban = (ref: string, address: string, failures: number) => {
    const written = store
      .add(ref, { address, failures, banned_at: now() }, ago(BAN_MS))
      .catch((error) => log(`The ban of ${address} from ${ref} could not be stored: ${String(error)}`))
      .finally(() => writing.delete(keyOf(ref, address)))
    writing.set(keyOf(ref, address), written)
  }

  return {
    async isBanned(ref: string, address: string): Promise<boolean> {
      await writing.get(keyOf(ref, address))
      return store.has(ref, address, ago(BAN_MS))
    },

    fail(ref: string, address: string) {
      const key = keyOf(ref, address)
      const previous = tracked.get(key)
      const isFresh = previous !== undefined && previous.since > ago(FAILURE_WINDOW_MS).getTime()
      const attempts = isFresh ? previous : { failures: 0, since: now().getTime() }
      attempts.failures += 1
      // Deleted, so that the newest comes last.
      tracked.delete(key)
      if (attempts.failures >= FAILURES_UNTIL_BAN) return ban(ref, address, attempts.failures)
      tracked.set(key, attempts)
      if (tracked.size > TRACKED_MAX) tracked.delete(tracked.keys().next().value!)
    },

    /** Clears the count: a program with a wrong password must not lock out others at the same address. */
    succeed: (ref: string, address: string) => void tracked.delete(keyOf(ref, address)),

    async list(ref: string): Promise<NetworkBan[]> {
      await Promise.all(writing.values())
      const bans = await store.list(ref, ago(BAN_MS))
      return bans.map((ban) => ({
        ...ban,
        until: new Date(Date.parse(ban.banned_at) + BAN_MS).toISOString(),
      }))
    },

    async lift(ref: string, addresses: readonly string[]): Promise<void> {
      await Promise.all(writing.values())
      for (const address of addresses) tracked.delete(keyOf(ref, address))
      await store.remove(ref, addresses)
    },

    /** Waits for pending writes. */
    close: async () => void (await Promise.all(writing.values())),
  }
}
