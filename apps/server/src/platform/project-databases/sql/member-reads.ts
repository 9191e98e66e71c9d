import type { TextRow, TripStatement } from '../round-trip.ts'
import type { Member, MemberLeaseDeps } from './member-lease.ts'
import { type MemberTripOptions, memberTrips } from './member-trips.ts'

export type MemberReads = ReturnType<typeof memberReads>

/** As `memberTrips`, for statements that write nothing. */
export function memberReads(deps: MemberLeaseDeps) {
  const trips = memberTrips(deps)
  return (
    ref: string,
    member: Member,
    options: Pick<MemberTripOptions, 'signal' | 'settings'>,
    statements: readonly TripStatement[],
  ): Promise<TextRow[][]> => trips(ref, member, { ...options, access: 'read only' }, statements)
}
