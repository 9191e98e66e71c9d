interface Options<T> {
  write(items: readonly T[]): Promise<unknown>
  /** The most items of one write. */
  batchSize: number
  /** Items that may wait while writes fail; later ones are dropped. */
  waitingMax: number
  /** How long an item waits for others, in milliseconds; 0 waits only for items of the same turn of the event loop. */
  delayMs: number
  /** How long after a failure to retry, in milliseconds. */
  retryMs: number
  onFailed(error: unknown): void
  /** Whether a retry would fail in the same way. */
  isPermanent(error: unknown): boolean
  /** Receives the number of items dropped since the last call. Called with the next write that succeeds. */
  onDropped?(count: number): void
  /** While they wait, items with the same key become one. */
  merging?: { keyOf(item: T): string; merge(existing: T, item: T): void }
}

export type BatchWriter<T> = ReturnType<typeof batchWriter<T>>

/**
 * Writes items in the background, in batches and in order, so that callers never wait. Items that could not be written
 * stay in the bounded queue and are retried. A batch that fails permanently is split until the item at fault is alone,
 * and that item is dropped.
 */
export function batchWriter<T>(options: Options<T>) {
  const { batchSize, waitingMax, delayMs, retryMs, merging } = options
  let waiting: T[] = []
  /** The items of `waiting` by key. */
  let waitingByKey = new Map<string, T>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let size = batchSize
  let added = 0
  let settled = 0
  let failures = 0
  let dropped = 0

  const push = (item: T) => {
    waiting.push(item)
    if (merging) waitingByKey.set(merging.keyOf(item), item)
  }

  const take = () => {
    const batch = waiting.slice(0, size)
    waiting = waiting.slice(size)
    for (const item of merging ? batch : []) waitingByKey.delete(merging!.keyOf(item))
    return batch
  }

  const putBack = (batch: T[]) => {
    const later = waiting
    waiting = []
    waitingByKey = new Map()
    for (const item of [...batch, ...later]) {
      const existing = merging && waitingByKey.get(merging.keyOf(item))
      if (!existing) push(item)
      else {
        merging.merge(existing, item)
        settled += 1
      }
    }
  }

  const drop = (count: number) => {
    dropped += count
    settled += count
  }

  const writeBatch = async () => {
    const batch = take()
    try {
      await options.write(batch)
      settled += batch.length
      size = Math.min(size * 2, batchSize)
      if (dropped > 0) options.onDropped?.(dropped)
      dropped = 0
    } catch (error) {
      if (!options.isPermanent(error)) {
        putBack(batch)
        throw error
      }
      if (batch.length > 1) {
        putBack(batch)
        size = Math.ceil(batch.length / 2)
        return
      }
      options.onFailed(error)
      drop(1)
    }
  }

  const writeAll = async () => {
    // What is added in the same turn goes into the same batch.
    await new Promise(setImmediate)
    try {
      while (waiting.length > 0) await writeBatch()
      if (dropped > 0) options.onDropped?.(dropped)
      dropped = 0
    } catch (error) {
      failures += 1
      options.onFailed(error)
    }
  }

  const start = () => {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeAll().finally(() => {
      writing = undefined
      if (waiting.length > 0) startIn(retryMs)
    })
    return writing
  }

  const startIn = (ms: number) => {
    timer ??= setTimeout(start, ms).unref()
  }

  return {
    /** False when the item is dropped because too many wait. */
    add(item: T): boolean {
      const existing = merging && waitingByKey.get(merging.keyOf(item))
      if (existing) {
        merging.merge(existing, item)
        return true
      }
      if (waiting.length >= waitingMax) {
        dropped += 1
        return false
      }
      push(item)
      added += 1
      if (delayMs === 0 && !timer) void start()
      else if (!writing) startIn(delayMs)
      return true
    },

    /** Counts items that the caller dropped itself, to be reported with the others. */
    drop(count: number) {
      dropped += count
    },

    /** Resolves when everything added so far is written, dropped, or has failed once. */
    async flush() {
      const [target, failedBefore] = [added, failures]
      while (settled < target && failures === failedBefore) await start()
    },
  }
}
