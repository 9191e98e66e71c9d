import { AppError } from '../../http/app-error.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Disconnect } from './disconnect.ts'

/** The share of the slots that one group leaves to others, and that one lane leaves to others of its group. */
export const RESERVED_SHARE = 1 / 4
/** A call that holds its slot for no longer than this is quick, in milliseconds. */
export const QUICK_MS = 100
/** Quick calls in a row after which a lane may borrow. */
export const QUICK_IN_A_ROW = 20
/** The slots that stay free when a lane has borrowed all others. */
export const ALWAYS_FREE = 1

/** How long a call waits for a slot, in milliseconds. */
export const SLOT_WAIT_MS = 10_000
/** How often waiting calls are checked for that limit, and so how much longer one may wait, in milliseconds. */
export const WAIT_CHECK_INTERVAL_MS = 250
/** Seconds after which a call that found no slot may retry. */
export const SLOT_RETRY_SECONDS = 5
/** The most calls that wait for one database. More would only time out. */
export const QUEUE_MAX = 1000

/** How many of `slots` one group or lane may hold at once; a single slot is open to all. */
export const shareOf = (slots: number) =>
  slots <= 1 ? slots : slots - Math.max(1, Math.floor(slots * RESERVED_SHARE))

/** A caller that needs a slot. */
export interface SlotRequest {
  /** A role and the kind of its credentials. */
  group: string
  /** The resource of the call. */
  lane: string
  /** The most slots that its group may hold, if fewer than its share. */
  groupMax?: number | undefined
  disconnect?: Disconnect | undefined
}

interface Waiting extends SlotRequest {
  resolve(release: () => void): void
  reject(error: Error): void
  /** When it is refused, in milliseconds of the clock. */
  readonly until: number
}

/** The state of a lane while its calls hold slots. */
interface Lane {
  /** When each of its calls took its slot, earliest first. */
  readonly since: Set<{ readonly at: number }>
  quickInARow: number
}

export type FairSlots = ReturnType<typeof fairSlots>

/**
 * Hands out a fixed number of slots, the connections to one database. No group takes them all, and no lane takes all of
 * its group's share, so that slow calls only delay similar ones. Without a free slot a call waits; free slots go to the
 * waiting groups in turn, and within a group to its lanes in turn.
 *
 * A lane that is alone borrows almost all slots while its calls are quick: a newcomer then waits for at most one of them.
 * `now` returns milliseconds.
 */
export function fairSlots(slots: number, now: () => number = () => performance.now()) {
  const groupMax = shareOf(slots)
  const laneMax = shareOf(groupMax)
  const taken = new Map<string, number>()
  const lanesIn = new Map<string, Lane>()
  /** Waiting calls by group and lane, in the order of their next turn. */
  const queues = new Map<string, Map<string, Waiting[]>>()
  let total = 0
  let waiting = 0
  let timer: NodeJS.Timeout | undefined

  const laneKey = ({ group, lane }: SlotRequest) => `${group}\0${lane}`
  const countOf = (group: string) => taken.get(group) ?? 0
  const add = (group: string, by: number) => {
    const count = countOf(group) + by
    if (count === 0) taken.delete(group)
    else taken.set(group, count)
  }
  const hasSlot = (request: SlotRequest) => {
    if (total >= slots || countOf(request.group) >= (request.groupMax ?? slots)) return false
    const lane = lanesIn.get(laneKey(request))
    return (
      (countOf(request.group) < groupMax && (lane?.since.size ?? 0) < laneMax) || mayBorrow(request, lane)
    )
  }
  const mayBorrow = ({ group, lane: name }: SlotRequest, lane: Lane | undefined) => {
    if (lane === undefined || lane.quickInARow < QUICK_IN_A_ROW || total >= slots - ALWAYS_FREE) return false
    const isAlone = lane.since.size === total && waiting === (queues.get(group)?.get(name)?.length ?? 0)
    if (!isAlone) return false
    const [earliest] = lane.since
    return earliest !== undefined && now() - earliest.at <= QUICK_MS
  }

  const occupy = (request: SlotRequest) => {
    const key = laneKey(request)
    const lane = lanesIn.get(key) ?? { since: new Set(), quickInARow: 0 }
    const hold = { at: now() }
    lanesIn.set(key, lane)
    lane.since.add(hold)
    add(request.group, 1)
    total += 1
    return () => {
      if (!lane.since.delete(hold)) return
      lane.quickInARow = now() - hold.at <= QUICK_MS ? lane.quickInARow + 1 : 0
      add(request.group, -1)
      total -= 1
      serve()
      // Only now, because a call that waited continues with the lane's state.
      if (lane.since.size === 0) lanesIn.delete(key)
    }
  }

  /** Admits waiting calls until no more slots are free. */
  const serve = () => {
    while (waiting > 0 && serveEach());
  }

  /** Admits one waiting call per group; served groups then move to the end. Returns whether there was any. */
  const serveEach = () => {
    let isAnyServed = false
    for (const [group, lanes] of [...queues]) {
      if (total >= slots) break
      for (const [lane, queue] of lanes) {
        const next = queue[0]!
        if (!hasSlot(next)) continue
        remove(next)
        // Reinserted, so that both come last.
        const rest = lanes.get(lane)
        if (rest) {
          lanes.delete(lane)
          lanes.set(lane, rest)
        }
        if (queues.delete(group) && lanes.size > 0) queues.set(group, lanes)
        next.resolve(occupy(next))
        isAnyServed = true
        break
      }
    }
    return isAnyServed
  }

  const remove = (one: Waiting) => {
    const lanes = queues.get(one.group)
    const queue = lanes?.get(one.lane)
    const index = queue?.indexOf(one) ?? -1
    if (!lanes || !queue || index < 0) return
    queue.splice(index, 1)
    if (queue.length === 0) lanes.delete(one.lane)
    if (lanes.size === 0) queues.delete(one.group)
    waiting -= 1
    one.disconnect?.listen(undefined)
  }

  /** Refuses calls that have waited too long. A timer for each would cost more than most of them wait. */
  const watch = () => {
    timer = undefined
    for (const lanes of [...queues.values()])
      for (const queue of [...lanes.values()])
        for (const one of [...queue])
          if (one.until <= now()) {
            remove(one)
            one.reject(noSlot())
          }
    if (waiting > 0) timer = setTimeout(watch, WAIT_CHECK_INTERVAL_MS)
  }

  return {
    slots,

    /**
     * Resolves to a function that releases the slot and may be called more than once. Rejects with `instance_unavailable`
     * (reason `Busy`) when no slot becomes free in time, or with the reason of an earlier disconnect.
     */
    take(request: SlotRequest): MaybePromise<() => void> {
      if (hasSlot(request)) return occupy(request)
      if (waiting >= QUEUE_MAX) return Promise.reject(noSlot())
      return new Promise((resolve, reject) => {
        const { group, lane, disconnect } = request
        const one: Waiting = { ...request, resolve, reject, until: now() + SLOT_WAIT_MS }
        disconnect?.listen((reason) => {
          remove(one)
          reject(reason)
        })
        const lanes = queues.get(group) ?? new Map<string, Waiting[]>()
        queues.set(group, lanes)
        const queue = lanes.get(lane)
        if (queue) queue.push(one)
        else lanes.set(lane, [one])
        waiting += 1
        if (timer === undefined) timer = setTimeout(watch, WAIT_CHECK_INTERVAL_MS)
      })
    },
  }
}

const noSlot = () =>
  new AppError(
    'instance_unavailable',
    `Every connection to the database of this project is in use, and none became free within ${SLOT_WAIT_MS / 1000} seconds`,
    { details: { reason: 'Busy' }, retryAfter: SLOT_RETRY_SECONDS },
  )
