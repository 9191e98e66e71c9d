import { AppError } from '../../http/app-error.ts'
import { PLACE_RETRY_SECONDS, PLACE_WAIT_MS, shareOf, WAITING_MAX } from './fair-places.rules.ts'

/** The caller that wants a place. */
export interface Guest {
  /** A role and the kind of its credentials. */
  group: string
  /** What the call asks for. */
  lane: string
  signal?: AbortSignal | undefined
}

interface Waiting extends Guest {
  resolve(leave: () => void): void
  reject(error: Error): void
  stop(): void
}

export type FairPlaces = ReturnType<typeof fairPlaces>

/**
 * Hands out a fixed number of places, the connections to one database. No role takes them all, and no role's calls for
 * one thing take all of that role's, so that slow calls only delay similar ones. Without a free place a call waits;
 * free places go to the waiting roles in turn, and within a role to its lanes in turn.
 */
export function fairPlaces(places: number) {
  const ofGroup = shareOf(places)
  const ofLane = shareOf(ofGroup)
  const taken = new Map<string, number>()
  /** Waiting calls by role and lane, in the order of their next turn. */
  const queues = new Map<string, Map<string, Waiting[]>>()
  let all = 0
  let waiting = 0

  const laneKey = ({ group, lane }: Guest) => `${group}\0${lane}`
  const count = (key: string) => taken.get(key) ?? 0
  const add = (key: string, by: number) => {
    const now = count(key) + by
    if (now === 0) taken.delete(key)
    else taken.set(key, now)
  }
  const hasPlace = (guest: Guest) =>
    all < places && count(guest.group) < ofGroup && count(laneKey(guest)) < ofLane

  const enter = (guest: Guest) => {
    const keys = [guest.group, laneKey(guest)]
    all += 1
    for (const key of keys) add(key, 1)
    let isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      all -= 1
      for (const key of keys) add(key, -1)
      serve()
    }
  }

  /** Admits waiting calls, one per role; served roles then move to the end. */
  const serve = () => {
    for (const [group, lanes] of queues) {
      if (all >= places) return
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
        break
      }
    }
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
    one.stop()
  }

  return {
    places,

    /**
     * Resolves to a function that returns the place and may be called more than once. Rejects with
     * `instance_unavailable` (reason `Busy`) when no place is free in time, and with the signal's reason when it aborts
     * first.
     */
    take(guest: Guest): Promise<() => void> | (() => void) {
      if (hasPlace(guest)) return enter(guest)
      if (waiting >= WAITING_MAX) return Promise.reject(noPlace())
      return new Promise((resolve, reject) => {
        const { signal } = guest
        const giveUp = (error: Error) => {
          remove(one)
          reject(error)
        }
        const timer = setTimeout(() => giveUp(noPlace()), PLACE_WAIT_MS)
        const onAbort = () => giveUp(signal?.reason as Error)
        const one: Waiting = {
          ...guest,
          resolve,
          reject,
          stop() {
            clearTimeout(timer)
            signal?.removeEventListener('abort', onAbort)
          },
        }
        signal?.addEventListener('abort', onAbort)
        const lanes = queues.get(one.group) ?? new Map<string, Waiting[]>()
        queues.set(one.group, lanes)
        lanes.set(one.lane, [...(lanes.get(one.lane) ?? []), one])
        waiting += 1
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
