import type { Clock } from '../clock.ts'
import type { PoolTimes } from '../resolver.ts'
import type { Budget } from './budget.ts'
import type { ClosingReason } from './closing-reason.ts'
import type { ServerConnection } from './server-connection.ts'
import type { Settings } from './server-settings.ts'

/** What a pool needs, and the events it reports. */
export interface PoolOptions {
  size: () => number
  /** True in session mode: a connection keeps the settings it was opened with, and is only reused for the same ones. */
  isOpenedForSettings: boolean
  open: (settings: Settings) => Promise<ServerConnection>
  /** The current limits; they may change while the pool is in use. */
  times: () => PoolTimes
  onOpenFailure: (error: Error) => void
  /** A client got a connection after waiting this long. */
  onWaited: (ms: number) => void
  /** A client waited and got no connection in time. */
  onTimeout?: () => void
  onOpened?: () => void
  onClosed?: (reason: ClosingReason) => void
  clock?: Clock
  /** The budget that all pools of the group share; without it the pool has its own. */
  budget?: Budget
  /** Server connections that the group leaves free. */
  reservedConnections?: () => number
}
