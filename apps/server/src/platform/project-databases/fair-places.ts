import { AppError } from '../../http/app-error.ts'
import type { Soon } from '../soon.ts'
import type { Disconnect } from './disconnect.ts'
import {
  NEVER_LENT,
  PLACE_RETRY_SECONDS,
  PLACE_WAIT_MS,
  QUICK_IN_A_ROW,
  QUICK_MS,
  shareOf,
  WAIT_CHECKED_EVERY_MS,
  WAITING_MAX,
} from './fair-places.rules.ts'

/** The caller that wants a place. */
export interface Guest {
  /** A role and the kind of its credentials. */
  group: string
  /** What the call asks for. */
  lane: string
  disconnect?: Disconnect | undefined
}

interface Waiting extends Guest {
  resolve(leave: () => void): void
  reject(error: Error): void
  /** When it is refused, in milliseconds of the clock. */
  readonly until: number
}

/** What is known of a lane while it has calls with a place. */
interface Lane {
  /** When each of its calls took its place, the earliest first. */
  readonly since: Set<{ readonly at: number }>
  quickInARow: number
}

export type FairPlaces = ReturnType<typeof fairPlaces>

/**
 * Hands out a fixed number of places, the connections to one database. No role takes them all, and no role's calls for
 * one thing take all of that role's, so that slow calls only delay similar ones. Without a free place a call waits;
 * free places go to the waiting roles in turn, and within a role to its lanes in turn.
 *
 * A lane that is alone borrows almost all places while its calls are quick: anybody who comes then waits for one of
 * those at most. `now` tells milliseconds.
 */
export function fairPlaces(places: number, now: () => number = () => performance.now()) {
  const ofGroup = shareOf(places)
  const ofLane = shareOf(ofGroup)
  const taken = new Map<string, number>()
  const lanesIn = new Map<string, Lane>()
  /** Waiting calls by role and lane, in the order of their next turn. */
  const queues = new Map<string, Map<string, Waiting[]>>()
  let all = 0
  let waiting = 0
  let timer: NodeJS.Timeout | undefined

  const laneKey = ({ group, lane }: Guest) => `${group}\0${lane}`
  const countOf = (group: string) => taken.get(group) ?? 0
  const add = (group: string, by: number) => {
    const count = countOf(group) + by
    if (count === 0) taken.delete(group)
    else taken.set(group, count)
  }
  const hasPlace = (guest: Guest) => {
    if (all >= places) return false
    const lane = lanesIn.get(laneKey(guest))
    return (countOf(guest.group) < ofGroup && (lane?.since.size ?? 0) < ofLane) || mayBorrow(guest, lane)
  }
  const mayBorrow = ({ group, lane: name }: Guest, lane: Lane | undefined) => {
    if (lane === undefined || lane.quickInARow < QUICK_IN_A_ROW || all >= places - NEVER_LENT) return false
    const isAlone = lane.since.size === all && waiting === (queues.get(group)?.get(name)?.length ?? 0)
    if (!isAlone) return false
    const [earliest] = lane.since
    return earliest !== undefined && now() - earliest.at <= QUICK_MS
  }

  const enter = (guest: Guest) => {
    const key = laneKey(guest)
    const lane = lanesIn.get(key) ?? { since: new Set(), quickInARow: 0 }
    const stay = { at: now() }
    lanesIn.set(key, lane)
    lane.since.add(stay)
    add(guest.group, 1)
    all += 1
    return () => {
      if (!lane.since.delete(stay)) return
      lane.quickInARow = now() - stay.at <= QUICK_MS ? lane.quickInARow + 1 : 0
      add(guest.group, -1)
      all -= 1
      serve()
      // Only now: a call that waited goes on with what is known of the lane.
      if (lane.since.size === 0) lanesIn.delete(key)
    }
  }

  /** Admits waiting calls until none has a place. */
  const serve = () => {
    while (waiting > 0 && serveEach());
  }

  /** Admits one waiting call per role; served roles then move to the end. Returns whether there was any. */
  const serveEach = () => {
    let isAnyServed = false
    for (const [group, lanes] of [...queues]) {
      if (all >= places) break
      for (const [lane, queue] of lanes) {
        const next = queue[0]!
        if (!hasPlace(next)) continue
        remove(next)
        // Reinserted, both come last.
        const rest = lanes.get(lane)
        if (rest) {
          lanes.delete(lane)
          lanes.set(lane, rest)
        }
        if (queues.delete(group) && lanes.size > 0) queues.set(group, lanes)
        next.resolve(enter(next))
        isAnyServed = true
        break
      }
    }
    return isAnyServed
  }

  const remove = (one: Waiting) => {
    const lanes = queues.get(one.group)
    const queue = lanes?.get(one.lane)
    const place = queue?.indexOf(one) ?? -1
    if (!lanes || !queue || place < 0) return
    queue.splice(place, 1)
    if (queue.length === 0) lanes.delete(one.lane)
    if (lanes.size === 0) queues.delete(one.group)
    waiting -= 1
    one.disconnect?.listen(undefined)
  }

  /** Refuses the calls that have waited too long. A timer for each would cost more than the wait of most. */
  const watch = () => {
    timer = undefined
    for (const lanes of [...queues.values()])
      for (const queue of [...lanes.values()])
        for (const one of [...queue])
          if (one.until <= now()) {
            remove(one)
            one.reject(noPlace())
          }
    if (waiting > 0) timer = setTimeout(watch, WAIT_CHECKED_EVERY_MS)
  }

  return {
    places,

    /**
     * Resolves to a function that returns the place and may be called more than once. Rejects with
     * `instance_unavailable` (reason `Busy`) when no place is free in time, and with the reason of a disconnect that comes
     * first.
     */
    take(guest: Guest): Soon<() => void> {
      if (hasPlace(guest)) return enter(guest)
      if (waiting >= WAITING_MAX) return Promise.reject(noPlace())
      return new Promise((resolve, reject) => {
        const { group, lane, disconnect } = guest
        const one: Waiting = { group, lane, disconnect, resolve, reject, until: now() + PLACE_WAIT_MS }
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
        if (timer === undefined) timer = setTimeout(watch, WAIT_CHECKED_EVERY_MS)
      })
    },
  }
}

const noPlace = () =>
  new AppError(
    'instance_unavailable',
    `Every connection to the database of this project is in use, and none became free within ${PLACE_WAIT_MS / 1000} seconds`,
    { details: { reason: 'Busy' }, retryAfter: PLACE_RETRY_SECONDS },
  )
