import type { FastifyRequest } from 'fastify'

/** How long a call may begin with what an earlier one with the same credential found. */
export const RECENT_ACCESS_MS = 60_000

/**
 * How long what was found out holds while this process changes nothing in the metadata. Another process that changes them,
 * such as the command that resets a password, is noticed after that.
 */
export const CONFIRMED_ACCESS_MS = 1000

/** Of how many callers, each in one project. */
export const RECENT_CALLERS_MAX = 1000

/** Longer headers are those of other programs on the same host, and not worth the memory. */
const CREDENTIAL_MAX = 4096

/**
 * What the last calls found out about their callers. It admits nobody: whatever begins with it must be confirmed, unless
 * it still holds. `changes` counts what this process has changed in the metadata.
 */
export function recentAccess<Found>(changes: () => number, now: () => number = () => performance.now()) {
  const known = new Map<string, { readonly found: Found; readonly at: number; readonly asOf: number }>()
  const keyOf = ({ headers: { authorization = '', cookie = '' } }: FastifyRequest, ref: string) =>
    authorization.length + cookie.length > CREDENTIAL_MAX ? undefined : `${ref}\n${authorization}\n${cookie}`
  const isOver = (at: number) => now() - at > RECENT_ACCESS_MS
  return {
    find(request: FastifyRequest, ref: string): Found | undefined {
      const key = keyOf(request, ref)
      const recent = key === undefined ? undefined : known.get(key)
      return recent && !isOver(recent.at) ? recent.found : undefined
    },
    /** Whether the latest call found it out just now, and nothing has changed since. */
    holds(request: FastifyRequest, ref: string) {
      const key = keyOf(request, ref)
      const recent = key === undefined ? undefined : known.get(key)
      return recent !== undefined && recent.asOf === changes() && now() - recent.at <= CONFIRMED_ACCESS_MS
    },
    /** `asOf` is how many changes there were before it was read: what was read during a change may be outdated. */
    keep(request: FastifyRequest, ref: string, found: Found, asOf: number) {
      const key = keyOf(request, ref)
      if (key === undefined) return
      known.delete(key)
      known.set(key, { found, at: now(), asOf })
      for (const [oldest, { at }] of known) {
        if (known.size <= RECENT_CALLERS_MAX && !isOver(at)) break
        known.delete(oldest)
      }
    },
    forget(request: FastifyRequest, ref: string) {
      const key = keyOf(request, ref)
      if (key !== undefined) known.delete(key)
    },
  }
}
