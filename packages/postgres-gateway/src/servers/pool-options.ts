import type { Clock } from '../clock.ts'
import type { PoolTimes } from '../resolver.ts'
import type { Budget } from './budget.ts'
import type { ClosingReason } from './closing-reason.ts'
import type { ServerConnection } from './server-connection.ts'
import type { Settings } from './server-settings.ts'

/** What a pool is told, and tells. */
export interface PoolOptions {
  size: () => number
  /** True where a connection keeps what it was opened with, so that only the same may reuse it: session mode. */
  isOpenedForSettings: boolean
  open: (settings: Settings) => Promise<ServerConnection>
  /** As they are now: they may change while the pool is in use. */
  times: () => PoolTimes
  onOpenFailure: (error: Error) => void
  /** Somebody was given a connection after waiting for that long. */
  onWaited: (ms: number) => void
  /** Somebody waited in vain. */
  onTimeout?: () => void
  onOpened?: () => void
  onClosed?: (reason: ClosingReason) => void
  clock?: Clock
  /** What all pools of the group have together; without it this pool is alone. */
  budget?: Budget
  /** Connections of the server that the group leaves to others. */
  leavesToOthers?: () => number
}
