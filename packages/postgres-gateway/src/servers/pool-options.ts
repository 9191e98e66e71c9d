import type { Clock } from '../clock.ts'
import type { PoolTimes } from '../resolver.ts'
import type { Budget } from './budget.ts'
import type { ClosingReason } from './closing-reason.ts'
import type { ServerConnection } from './server-connection.ts'
import type { Settings } from './server-settings.ts'

/** What a pool needs, and the events that it reports. */
export interface PoolOptions {
  size: () => number
  /** True in session mode: a connection keeps the settings it was opened with, and is reused only for the same ones. */
  isOpenedForSettings: boolean
  open: (settings: Settings) => Promise<ServerConnection>
  /** As they are now: they may change while the pool is in use. */
  times: () => PoolTimes
  onOpenFailure: (error: Error) => void
  /** A client got a connection after waiting this long. */
  onWaited: (ms: number) => void
  /** A client waited in vain. */
  onTimeout?: () => void
  onOpened?: () => void
  onClosed?: (reason: ClosingReason) => void
  clock?: Clock
  /** The budget that all pools of the group share; without it this pool is alone. */
  budget?: Budget
  /** Server connections that the group leaves to others. */
  leavesToOthers?: () => number
}
