import type { TextRow, TripStatement } from '../round-trip.ts'
import { asTripError, beginning, type Member, type MemberLeaseDeps, memberLeases } from './member-lease.ts'

export interface MemberTripOptions {
  readonly access: 'read only' | 'read write'
  /** Cancels the running statement. */
  readonly signal: AbortSignal
  /** Server settings of the transaction. */
  readonly settings: Readonly<Record<string, string>>
  /** Takes a second round trip: it waits for the rows of all statements, and for this, before it commits. */
  readonly beforeCommit?: ((rows: TextRow[][]) => Promise<void>) | undefined
}

export type MemberTrips = ReturnType<typeof memberTrips>

const COMMIT: TripStatement = { text: 'commit', values: [] }

/**
 * Work with a member's rights in one round trip: a transaction of statements of ours that are all known beforehand. They
 * stay prepared on the connection unless they say `isOnce`. Resolves to the rows of each. An error is thrown as it came,
 * and nothing has happened. Throws `forbidden`, `instance_unavailable` and `conflict` as `memberTransactions` does.
 */
export function memberTrips(deps: MemberLeaseDeps) {
  const lend = memberLeases(deps)
  return (
    ref: string,
    member: Member,
    { access, signal: left, settings, beforeCommit }: MemberTripOptions,
    statements: readonly TripStatement[],
  ): Promise<TextRow[][]> =>
    lend(ref, member, { access, signal: left, isTrip: true }, async (lease, signal, onCommit) => {
      const opening = beginning(member, access, settings)
      const all = [...opening, ...statements]
      try {
        if (beforeCommit) {
          const rows = (await lease.begin(all)).slice(opening.length)
          await beforeCommit(rows)
          signal.throwIfAborted()
          onCommit()
          await lease.trip([COMMIT])
          return rows
        }
        onCommit()
        const rows = (await lease.trip([...all, COMMIT])).slice(opening.length, -1)
        // What was written is committed, and is told as such.
        if (access === 'read only') signal.throwIfAborted()
        return rows
      } catch (error) {
        throw asTripError(member, error)
      }
    })
}
