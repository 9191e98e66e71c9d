interface Options<T> {
  write(items: readonly T[]): Promise<unknown>
  /** Items written together at most. */
  batchSize: number
  /** Items that may wait while writing fails; later ones are lost. */
  waitingMax: number
  /** How long an item waits for others, in milliseconds; 0 for those that come in the same turn of the event loop. */
  delayMs: number
  /** How long after a failure it is tried again, in milliseconds. */
  retryMs: number
  onFailed(error: unknown): void
  /** Whether what was refused would be refused again, whenever it is tried. */
  isHopeless(error: unknown): boolean
  /** How many items were left out since the last call. Told with the next write that succeeds. */
  onLost?(count: number): void
  /** Items with the same key become one while they wait. */
  merging?: { keyOf(item: T): string; merge(known: T, item: T): void }
}

export type BatchWriter<T> = ReturnType<typeof batchWriter<T>>

/**
 * Writes items in the background, many at a time and in their order, so that nobody waits for it. There is one rule for
 * failures: what could not be written waits and is tried again, bounded in number. A batch that would be refused every
 * time is written in ever smaller parts, until the item at fault is alone and left out.
 */
export function batchWriter<T>(options: Options<T>) {
  const { batchSize, waitingMax, delayMs, retryMs, merging } = options
  let waiting: T[] = []
  /** The items of `waiting` by their keys. */
  let known = new Map<string, T>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let most = batchSize
  let added = 0
  let settled = 0
  let failures = 0
  let lost = 0

  const push = (item: T) => {
    waiting.push(item)
    if (merging) known.set(merging.keyOf(item), item)
  }

  const take = () => {
    const batch = waiting.slice(0, most)
    waiting = waiting.slice(most)
    for (const item of merging ? batch : []) known.delete(merging!.keyOf(item))
    return batch
  }

  const putBack = (batch: T[]) => {
    const later = waiting
    waiting = []
    known = new Map()
    for (const item of [...batch, ...later]) {
      const before = merging && known.get(merging.keyOf(item))
      if (!before) push(item)
      else {
        merging.merge(before, item)
        settled += 1
      }
    }
  }

  const leaveOut = (count: number) => {
    lost += count
    settled += count
  }

  const writeBatch = async () => {
    const batch = take()
    try {
      await options.write(batch)
      settled += batch.length
      most = Math.min(most * 2, batchSize)
      if (lost > 0) options.onLost?.(lost)
      lost = 0
    } catch (error) {
      if (!options.isHopeless(error)) {
        putBack(batch)
        throw error
      }
      if (batch.length > 1) {
        putBack(batch)
        most = Math.ceil(batch.length / 2)
        return
      }
      options.onFailed(error)
      leaveOut(1)
    }
  }

  const writeAll = async () => {
    // What is added in the same turn goes into the same batch.
    await new Promise(setImmediate)
    try {
      while (waiting.length > 0) await writeBatch()
      if (lost > 0) options.onLost?.(lost)
      lost = 0
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
    /** False when the item is lost, because too many wait. */
    add(item: T): boolean {
      const before = merging && known.get(merging.keyOf(item))
      if (before) {
        merging.merge(before, item)
        return true
      }
      if (waiting.length >= waitingMax) {
        lost += 1
        return false
      }
      push(item)
      added += 1
      if (delayMs === 0 && !timer) void start()
      else if (!writing) startIn(delayMs)
      return true
    },

    /** Counts items that the caller leaves out, to be told with the others. */
    lose(count: number) {
      lost += count
    },

    /** Resolves when everything added so far is written, left out, or has failed to be written once. */
    async flush() {
      const [wanted, failedBefore] = [added, failures]
      while (settled < wanted && failures === failedBefore) await start()
    },
  }
}
