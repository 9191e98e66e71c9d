import type { LogSourceId } from '@basalt/contract/logs/log-limits.rules.ts'
import type { LogEvent } from '@basalt/contract/logs/logs.schema.ts'
import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import type { Behind, Removal } from '@basalt/log-store/log-store.ts'

/** Events of a project's source that are about to be removed. */
export type LogRemoval = Omit<Removal, 'source'> & { readonly source: LogSourceId }

/** The events of projects in the order in which they were written. A position says where one stands in its source. */
export interface FollowedLogs {
  /** The position of the newest event. */
  position(ref: string, source: LogSourceId): Promise<number>
  /** A reader of one source. One call at a time; none are returned at the end. */
  follow(
    ref: string,
    source: LogSourceId,
  ): {
    after(
      position: number,
      limit: number,
    ): Promise<{ readonly events: readonly LogEvent[]; readonly position: number }>
  }
  /** How many events come after a position. */
  behind(ref: string, source: LogSourceId, position: number): Promise<Behind>
  /** Calls back after new events were written. */
  onWritten(listener: (ref: string) => void): () => void
  /** Waits for the listener before events are removed. */
  onRemoval(listener: (ref: string, removal: LogRemoval) => Promise<void>): void
}

/** The plan of a project's organization. */
export type LogPlan = (ref: string) => Promise<PlanId>

/** Calls of a project's APIs. */
export interface RequestActivity {
  /** In each of the last hours, the oldest first; those that the log left out are counted too. */
  readonly requests: readonly number[]
  /** Within those hours. */
  readonly last_request_at: string | null
}
export type RequestsByHour = (ref: string, hours: number) => Promise<RequestActivity>
