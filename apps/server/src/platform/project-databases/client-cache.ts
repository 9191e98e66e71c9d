import type pg from 'pg'

export type ClientCache = ReturnType<typeof clientCache>

/**
 * Keeps clients of a pool checked out between two uses: taking one from the pool costs timers and turns of the event
 * loop, a tenth of a short call. Clients that are idle for `idleMs` are closed.
 */
export function clientCache(pool: pg.Pool, idleMs: number) {
  /** The most recently used client is last, and is used next. */
  const idle: pg.PoolClient[] = []
  /** How many of them, from the start, were not used since the timer was set. */
  let unused = 0
  let timer: NodeJS.Timeout | undefined

  const evict = (client: pg.PoolClient) => {
    const index = idle.indexOf(client)
    if (index < 0) return
    idle.splice(index, 1)
    client.release(true)
  }
  pool.on('connect', (client) => {
    for (const event of ['error', 'end'] as const) client.on(event, () => evict(client as pg.PoolClient))
  })

  const closeOldest = (count: number) => {
    for (const client of idle.splice(0, count)) client.release(true)
  }
  const watch = () => {
    unused = idle.length
    timer = setTimeout(() => {
      timer = undefined
      closeOldest(unused)
      if (idle.length > 0) watch()
    }, idleMs).unref()
  }

  return {
    /** Rejects as the pool does when the database does not answer or no client becomes free in time. */
    take(): pg.PoolClient | Promise<pg.PoolClient> {
      const client = idle.pop()
      unused = Math.min(unused, idle.length)
      return client ?? pool.connect()
    },

    /** A broken client is closed. When a caller waits for one, it goes to the pool, which hands it on. */
    release(client: pg.PoolClient, isBroken: boolean) {
      if (isBroken || pool.waitingCount > 0 || pool.ending) return client.release(isBroken)
      idle.push(client)
      if (timer === undefined) watch()
    },

    /** Resolves when all clients are released and closed. */
    end() {
      const ended = pool.end()
      closeOldest(idle.length)
      clearTimeout(timer)
      return ended
    },
  }
}
