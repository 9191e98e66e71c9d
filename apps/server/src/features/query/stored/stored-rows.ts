import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import pLimit from 'p-limit'
import { AppError } from '../../../http/app-error.ts'
import { throwStorageFull } from './full-disk.ts'
import { RowFile } from './row-file.ts'
import { type ComputeView, StoredResult } from './stored-result.ts'
import { CONCURRENT_VIEWS_MAX, STORED_IDLE_MS, STORED_RESULTS_MAX } from './stored-rows.rules.ts'
import { computeView } from './view-task.ts'

type Events = AsyncIterableIterator<QueryEvent>

interface Entry {
  readonly ref: string
  readonly owner: string
  readonly result: StoredResult
  lastUsed: number
  timer?: NodeJS.Timeout
}

export type StoredRows = ReturnType<typeof createStoredRows>

/**
 * Results that are too large for a page. Their rows are stored in a file on the server, which the author of the query
 * reads in parts until it has been unused for a while.
 */
export function createStoredRows(
  folder: string,
  { idleMs = STORED_IDLE_MS, openFile = () => RowFile.in(folder) } = {},
) {
  const entries = new Map<string, Entry>()
  const limit = pLimit(CONCURRENT_VIEWS_MAX)
  const computeLimited: ComputeView = (...task) => limit(() => computeView(...task))

  const evict = async (id: string) => {
    const entry = entries.get(id)
    entries.delete(id)
    clearTimeout(entry?.timer)
    await entry?.result.close()
  }

  const touch = (id: string, entry: Entry) => {
    entry.lastUsed = performance.now()
    clearTimeout(entry.timer)
    entry.timer = setTimeout(() => {
      if (!entry.result.isBeingWritten) void evict(id)
    }, idleMs)
    entry.timer.unref()
  }

  /** @throws AppError `conflict` when all allowed results are still being written */
  const newResult = async () => {
    if (entries.size >= STORED_RESULTS_MAX) {
      const [oldest] = [...entries]
        .filter(([, { result }]) => !result.isBeingWritten)
        .sort(([, one], [, other]) => one.lastUsed - other.lastUsed)
      if (!oldest)
        throw new AppError(
          'conflict',
          'Too many large results are being stored on this server. Try again when one of them is complete.',
        )
      await evict(oldest[0])
    }
    return new StoredResult(await openFile().catch(throwStorageFull), folder, computeLimited)
  }

  return {
    /**
     * Stores the rows of a query, and passes its other events on.
     * @throws AppError `conflict`, `storage_full`, or the error of the file system; the query is then stopped
     */
    async store(id: string, ref: string, owner: string, events: Events): Promise<Events> {
      const result = await newResult().catch(async (error: unknown) => {
        await events.return?.()
        throw error
      })
      const entry: Entry = { ref, owner, result, lastUsed: 0 }
      entries.set(id, entry)
      touch(id, entry)
      return storeRows(result, events, () => {
        result.isBeingWritten = false
        if (entries.get(id) === entry) touch(id, entry)
      })
    },

    /** Throws `not_found` unless this user owns a stored result with this id in the project. */
    find(ref: string, owner: string, id: string): StoredResult {
      const entry = entries.get(id)
      if (entry?.ref !== ref || entry.owner !== owner)
        throw new AppError('not_found', 'These rows are no longer stored. Run the query again to see them.')
      touch(id, entry)
      return entry.result
    },

    async close(): Promise<void> {
      await Promise.all([...entries.keys()].map(evict))
    },
  }
}

/** Replaces rows by events with their count. Not a generator, so that `return` reaches the query at once. */
function storeRows(result: StoredResult, events: Events, onWritten: () => void): Events {
  const { file } = result
  const stop = async () => {
    onWritten()
    return (await events.return?.()) ?? { done: true as const, value: undefined }
  }
  const through: Events = {
    async next() {
      try {
        const next = await events.next()
        if (next.done) onWritten()
        if (next.value?.type === 'fields') result.fields = next.value.fields
        if (next.done || next.value.type !== 'rows') return next
        await file.append(next.value.rows).catch(throwStorageFull)
        return { done: false, value: { type: 'stored', rows: file.rows } }
      } catch (error) {
        await stop()
        throw error
      }
    },
    return: stop,
    [Symbol.asyncIterator]: () => through,
  }
  return through
}
