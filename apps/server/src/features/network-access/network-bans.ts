import {
  BAN_MS,
  FAILURES_COUNT_MS,
  FAILURES_UNTIL_BAN,
} from '@basalt/contract/network-access/network-access.rules.ts'
import type { NetworkBan } from '@basalt/contract/network-access/network-access.schema.ts'

export type NetworkBans = ReturnType<typeof networkBans>

/** More addresses than this are not kept in mind; the one that failed longest ago makes room. */
export const REMEMBERED_MAX = 20_000

interface Attempts {
  ref: string
  address: string
  failures: number
  since: number
  bannedAt?: number
}

/**
 * Counts wrong passwords by project and address, and shuts an address out of a project after too many. In memory: a
 * restart lets everybody try again.
 */
export function networkBans(now: () => Date) {
  const known = new Map<string, Attempts>()
  const keyOf = (ref: string, address: string) => `${ref} ${address}`
  const time = () => now().getTime()
  const isOver = ({ since, bannedAt }: Attempts) =>
    bannedAt === undefined ? time() - since >= FAILURES_COUNT_MS : time() - bannedAt >= BAN_MS

  const find = (ref: string, address: string) => {
    const attempts = known.get(keyOf(ref, address))
    if (attempts && isOver(attempts)) {
      known.delete(keyOf(ref, address))
      return undefined
    }
    return attempts
  }
  return {
    isBanned: (ref: string, address: string) => find(ref, address)?.bannedAt !== undefined,

    fail(ref: string, address: string) {
      const attempts = find(ref, address) ?? { ref, address, failures: 0, since: time() }
      if (attempts.bannedAt !== undefined) return
      attempts.failures += 1
      if (attempts.failures >= FAILURES_UNTIL_BAN) attempts.bannedAt = time()
      // The newest comes last.
      known.delete(keyOf(ref, address))
      known.set(keyOf(ref, address), attempts)
      if (known.size > REMEMBERED_MAX) known.delete(known.keys().next().value!)
    },

    /** Somebody there knows a password: one program with a wrong one must not shut out the others beside it. */
    succeed: (ref: string, address: string) => void known.delete(keyOf(ref, address)),

    /** The newest first. */
    list: (ref: string): NetworkBan[] =>
      [...known.values()]
        .filter((attempts) => attempts.ref === ref && !isOver(attempts))
        .flatMap(({ address, failures, bannedAt }) =>
          bannedAt === undefined ? [] : { address, failures, bannedAt },
        )
        .sort((one, other) => other.bannedAt - one.bannedAt)
        .map(({ address, failures, bannedAt }) => ({
          address,
          failures,
          banned_at: new Date(bannedAt).toISOString(),
          until: new Date(bannedAt + BAN_MS).toISOString(),
        })),

    lift(ref: string, addresses: readonly string[]) {
      for (const address of addresses) known.delete(keyOf(ref, address))
    },
  }
}
