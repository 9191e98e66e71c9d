import type { FastifyRequest } from 'fastify'

/** How long a call may begin with what an earlier one with the same credential found. */
export const RECENT_ACCESS_MS = 60_000

/** Of how many callers, each in one project. */
export const RECENT_CALLERS_MAX = 1000

/** Longer headers are those of other programs on the same host, and not worth the memory. */
const CREDENTIAL_MAX = 4096

/** What the last calls found out about their callers. It admits nobody: whatever begins with it must be confirmed. */
export function recentAccess<Found>(now: () => number = () => performance.now()) {
  const known = new Map<string, { readonly found: Found; readonly at: number }>()
  const keyOf = ({ headers: { authorization = '', cookie = '' } }: FastifyRequest, ref: string) =>
    authorization.length + cookie.length > CREDENTIAL_MAX ? undefined : `${ref}\n${authorization}\n${cookie}`
  const isOver = (at: number) => now() - at > RECENT_ACCESS_MS
  return {
    find(request: FastifyRequest, ref: string): Found | undefined {
      const key = keyOf(request, ref)
      const recent = key === undefined ? undefined : known.get(key)
      return recent && !isOver(recent.at) ? recent.found : undefined
    },
    keep(request: FastifyRequest, ref: string, found: Found) {
      const key = keyOf(request, ref)
      if (key === undefined) return
      known.delete(key)
      known.set(key, { found, at: now() })
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
