import type pg from 'pg'

export type LentClients = ReturnType<typeof lentClients>

/**
 * Keeps clients of a pool at hand between two uses: asking the pool for one costs timers and turns of the event loop,
 * which is a tenth of a short call. What has not been needed for `idleMs` is closed.
 */
export function lentClients(pool: pg.Pool, idleMs: number) {
  /** The one that was used last is at the end, and is used next. */
  const atHand: pg.PoolClient[] = []
  /** So many of them, at the beginning, were not used since the timer was set. */
  let unused = 0
  let timer: NodeJS.Timeout | undefined

  const giveUp = (client: pg.PoolClient) => {
    const place = atHand.indexOf(client)
    if (place < 0) return
    atHand.splice(place, 1)
    client.release(true)
  }
  pool.on('connect', (client) => {
    for (const event of ['error', 'end'] as const) client.on(event, () => giveUp(client as pg.PoolClient))
  })

  const closeFirst = (count: number) => {
    for (const client of atHand.splice(0, count)) client.release(true)
  }
  const watch = () => {
    unused = atHand.length
    timer = setTimeout(() => {
      timer = undefined
      closeFirst(unused)
      if (atHand.length > 0) watch()
    }, idleMs).unref()
  }

  return {
    /** Rejects as the pool does when the database does not answer, or every client is in use for too long. */
    take(): pg.PoolClient | Promise<pg.PoolClient> {
      const client = atHand.pop()
      unused = Math.min(unused, atHand.length)
      return client ?? pool.connect()
    },

    /** A broken one is closed. One that somebody waits for goes to the pool, which hands it on. */
    release(client: pg.PoolClient, isBroken: boolean) {
      if (isBroken || pool.waitingCount > 0 || pool.ending) return client.release(isBroken)
      atHand.push(client)
      if (timer === undefined) watch()
    },

    /** Resolves when all clients are back and closed. */
    end() {
      const ended = pool.end()
      closeFirst(atHand.length)
      clearTimeout(timer)
      return ended
    },
  }
}
