import type { TripStatement } from '../round-trip.ts'
import { asTripError, beginning, type Member, type MemberLeaseDeps, memberLeases } from './member-lease.ts'

export interface MemberReadOptions {
  /** Cancels the running statement. */
  readonly signal: AbortSignal
  /** Server settings of the transaction. */
  readonly settings: Readonly<Record<string, string>>
}

export type MemberReads = ReturnType<typeof memberReads>

const COMMIT: TripStatement = { text: 'commit', values: [] }

/**
 * Reads with a member's rights: a transaction of statements of ours that are all known beforehand, in one round trip.
 * They stay prepared on the connection unless they say `isOnce`. Resolves to the rows of each. An error is thrown as it
 * came. Throws `forbidden`, `instance_unavailable` and `conflict` as `memberTransactions` does.
 */
export function memberReads(deps: MemberLeaseDeps) {
  const lend = memberLeases(deps)
  return (
    ref: string,
    member: Member,
    { signal: left, settings }: MemberReadOptions,
    statements: readonly TripStatement[],
  ): Promise<(string | null)[][][]> =>
    lend(ref, member, { access: 'read only', signal: left, isTrip: true }, async ({ trip }, signal) => {
      const opening = beginning(member, 'read only', settings)
      try {
        const results = await trip([...opening, ...statements, COMMIT])
        signal.throwIfAborted()
        return results.slice(opening.length, -1)
      } catch (error) {
        throw asTripError(member, error)
      }
    })
}
