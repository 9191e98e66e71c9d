/** Aborts the work of the current lock holder. */
type Abort = () => void

/**
 * Locks with one writer per upload. A new writer aborts the current one and waits until it has ended: a sender that
 * reconnects must not wait for the server to notice the lost connection.
 */
export function uploadLocks() {
  const holders = new Map<string, { abort: Abort; ended: Promise<unknown> }>()
  return async <T>(id: string, abort: Abort, work: () => Promise<T>): Promise<T> => {
    for (let holder = holders.get(id); holder; holder = holders.get(id)) {
      holder.abort()
      await holder.ended.catch(() => undefined)
    }
    const ended = work()
    const holder = { abort, ended }
    holders.set(id, holder)
    try {
      return await ended
    } finally {
      if (holders.get(id) === holder) holders.delete(id)
    }
  }
}
