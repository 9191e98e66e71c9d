import type { Gateway } from '@basalt/postgres-gateway/gateway.ts'

/** The poolers as the rest of the server knows them: they come up last, and a test may do without. */
export function runningPoolers(wanted: { session: number; transaction: number }) {
  let gateway: Gateway | undefined
  return {
    attach(opened: Gateway) {
      gateway = opened
    },

    /** The port of a shared pooler; in the moment before it listens the one it asks for. */
    portOf: (mode: 'session' | 'transaction'): number => gateway?.ports[mode] ?? wanted[mode],

    /** Closes the server connections of a project that nobody uses. False when one is in use; then none is closed. */
    release: (ref: string) => gateway?.release(ref) ?? true,

    /** Sends the clients of a project, or of one of its roles, away and closes their server connections. */
    disconnect: (ref: string, only?: { role: string }) => gateway?.disconnect(ref, only),
  }
}
