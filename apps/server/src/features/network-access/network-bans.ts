import {
  BAN_MS,
  FAILURES_COUNT_MS,
  FAILURES_UNTIL_BAN,
} from '@basalt/contract/network-access/network-access.rules.ts'
import type { NetworkBan } from '@basalt/contract/network-access/network-access.schema.ts'
import type { NetworkBanStore } from './network-bans.store.ts'

export type NetworkBans = ReturnType<typeof networkBans>

/** More addresses than this are not kept in mind; the one that failed longest ago makes room. */
export const REMEMBERED_MAX = 20_000

interface Attempts {
  failures: number
  since: number
}

interface Deps {
  store: NetworkBanStore
  now(): Date
  /** Told when a ban could not be kept. */
  log(line: string): void
}

/**
 * Counts wrong passwords by project and address, and shuts an address out of a project after too many. The count is in
 * memory; a ban is stored, so that a restart does not help an attacker.
 */
export function networkBans({ store, now, log }: Deps) {
  const known = new Map<string, Attempts>()
  /** Bans that are being written, which hold already. */
  const writing = new Map<string, Promise<void>>()
  const keyOf = (ref: string, address: string) => `${ref} ${address}`
  const ago = (ms: number) => new Date(now().getTime() - ms)

  const ban = (ref: string, address: string, failures: number) => {
    const written = store
      .add(ref, { address, failures, banned_at: now() }, ago(BAN_MS))
      .catch((error) => log(`The ban of ${address} from ${ref} could not be kept: ${String(error)}`))
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
      const before = known.get(key)
      const isFresh = before !== undefined && before.since > ago(FAILURES_COUNT_MS).getTime()
      const attempts = isFresh ? before : { failures: 0, since: now().getTime() }
      attempts.failures += 1
      // The newest comes last.
      known.delete(key)
      if (attempts.failures >= FAILURES_UNTIL_BAN) return ban(ref, address, attempts.failures)
      known.set(key, attempts)
      if (known.size > REMEMBERED_MAX) known.delete(known.keys().next().value!)
    },

    /** Somebody there knows a password: one program with a wrong one must not shut out the others beside it. */
    succeed: (ref: string, address: string) => void known.delete(keyOf(ref, address)),

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
      for (const address of addresses) known.delete(keyOf(ref, address))
      await store.remove(ref, addresses)
    },

    /** Waits for what is being written. */
    close: async () => void (await Promise.all(writing.values())),
  }
}
