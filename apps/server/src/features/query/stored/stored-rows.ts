import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import pLimit from 'p-limit'
import { AppError } from '../../../http/app-error.ts'
import { refuseFullDisk } from './full-disk.ts'
import { RowFile } from './row-file.ts'
import { StoredResult, type WorkOut } from './stored-result.ts'
import { STORED_IDLE_MS, STORED_RESULTS_MAX, VIEWS_AT_ONCE } from './stored-rows.rules.ts'
import { workOut } from './view-task.ts'

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
 * Results that are too large for a page: their rows lie in a file of the server, and are read in parts by who ran the
 * query, until nobody has looked at them for a while.
 */
export function createStoredRows(
  folder: string,
  { idleMs = STORED_IDLE_MS, openFile = () => RowFile.in(folder) } = {},
) {
  const entries = new Map<string, Entry>()
  const turn = pLimit(VIEWS_AT_ONCE)
  const workOutInTurn: WorkOut = (...task) => turn(() => workOut(...task))

  const giveUp = async (id: string) => {
    const entry = entries.get(id)
    entries.delete(id)
    clearTimeout(entry?.timer)
    await entry?.result.close()
  }

  const use = (id: string, entry: Entry) => {
    entry.lastUsed = performance.now()
    clearTimeout(entry.timer)
    entry.timer = setTimeout(() => {
      if (!entry.result.isBeingWritten) void giveUp(id)
    }, idleMs)
    entry.timer.unref()
  }

  /** @throws AppError `conflict` when all that there may be are still being written */
  const newResult = async () => {
    if (entries.size >= STORED_RESULTS_MAX) {
      const [longest] = [...entries]
        .filter(([, { result }]) => !result.isBeingWritten)
        .sort(([, one], [, other]) => one.lastUsed - other.lastUsed)
      if (!longest)
        throw new AppError(
          'conflict',
          'Too many large results are being read on this server. Try again when one of them is complete.',
        )
      await giveUp(longest[0])
    }
    return new StoredResult(await openFile().catch(refuseFullDisk), folder, workOutInTurn)
  }

  return {
    /**
     * Stores the rows of a query, and lets the rest of its events through.
     * @throws AppError `conflict`, `storage_full`, or what the file system says; the query is stopped then
     */
    async store(id: string, ref: string, owner: string, events: Events): Promise<Events> {
      const result = await newResult().catch(async (error: unknown) => {
        await events.return?.()
        throw error
      })
      const entry: Entry = { ref, owner, result, lastUsed: 0 }
      entries.set(id, entry)
      use(id, entry)
      return stored(result, events, () => {
        result.isBeingWritten = false
        if (entries.get(id) === entry) use(id, entry)
      })
    },

    /** Throws `not_found` for a result that this person does not have here. */
    find(ref: string, owner: string, id: string): StoredResult {
      const entry = entries.get(id)
      if (entry?.ref !== ref || entry.owner !== owner)
        throw new AppError('not_found', 'These rows are no longer kept. Run the query again to see them.')
      use(id, entry)
      return entry.result
    },

    async close(): Promise<void> {
      await Promise.all([...entries.keys()].map(giveUp))
    },
  }
}

/** Puts rows into the file and says how many there are instead. By hand and no generator: leaving must reach the query. */
function stored(result: StoredResult, events: Events, isWritten: () => void): Events {
  const { file } = result
  const leave = async () => {
    isWritten()
    return (await events.return?.()) ?? { done: true as const, value: undefined }
  }
  const through: Events = {
    async next() {
      try {
        const next = await events.next()
        if (next.done) isWritten()
        if (next.value?.type === 'fields') result.fields = next.value.fields
        if (next.done || next.value.type !== 'rows') return next
        await file.append(next.value.rows).catch(refuseFullDisk)
        return { done: false, value: { type: 'stored', rows: file.rows } }
      } catch (error) {
        await leave()
        throw error
      }
    },
    return: leave,
    [Symbol.asyncIterator]: () => through,
  }
  return through
}
