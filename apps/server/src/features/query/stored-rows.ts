import type { QueryEvent, ResultRow } from '@basalt/contract/query/query.schema.ts'
import { AppError } from '../../http/app-error.ts'
import { RowFile } from './row-file.ts'
import { STORED_IDLE_MS, STORED_RESULTS_MAX } from './stored-rows.rules.ts'

type Events = AsyncIterableIterator<QueryEvent>

interface StoredResult {
  readonly ref: string
  readonly owner: string
  readonly file: RowFile
  isBeingWritten: boolean
  lastUsed: number
  timer?: NodeJS.Timeout
}

export type StoredRows = ReturnType<typeof createStoredRows>

/**
 * Results that are too large for a page: their rows lie in a file of the server, and are read in parts by who ran the
 * query, until nobody has looked at them for a while.
 */
export function createStoredRows(folder: string, idleMs = STORED_IDLE_MS) {
  const results = new Map<string, StoredResult>()

  const giveUp = async (id: string) => {
    const result = results.get(id)
    results.delete(id)
    clearTimeout(result?.timer)
    await result?.file.close()
  }

  const use = (id: string, result: StoredResult) => {
    result.lastUsed = performance.now()
    clearTimeout(result.timer)
    result.timer = setTimeout(() => {
      if (!result.isBeingWritten) void giveUp(id)
    }, idleMs)
    result.timer.unref()
  }

  /** @throws AppError `conflict` when all that there may be are still being written */
  const newFile = async () => {
    if (results.size < STORED_RESULTS_MAX) return RowFile.in(folder)
    const [longest] = [...results]
      .filter(([, { isBeingWritten }]) => !isBeingWritten)
      .sort(([, one], [, other]) => one.lastUsed - other.lastUsed)
    if (!longest)
      throw new AppError(
        'conflict',
        'Too many large results are being read on this server. Try again when one of them is complete.',
      )
    await giveUp(longest[0])
    return RowFile.in(folder)
  }

  return {
    /**
     * Stores the rows of a query, and lets the rest of its events through.
     * @throws AppError `conflict`, or what the file system says; the query is stopped then
     */
    async store(id: string, ref: string, owner: string, events: Events): Promise<Events> {
      const file = await newFile().catch(async (error: unknown) => {
        await events.return?.()
        throw error
      })
      const result: StoredResult = { ref, owner, file, isBeingWritten: true, lastUsed: 0 }
      results.set(id, result)
      use(id, result)
      const isWritten = () => {
        result.isBeingWritten = false
        if (results.get(id) === result) use(id, result)
      }
      return stored(file, events, isWritten)
    },

    /** Rows from one on; undefined for a result that this person does not have here. */
    async read(
      ref: string,
      owner: string,
      id: string,
      from: number,
      count: number,
    ): Promise<ResultRow[] | undefined> {
      const result = results.get(id)
      if (result?.ref !== ref || result.owner !== owner) return undefined
      use(id, result)
      return result.file.read(from, count)
    },

    async close(): Promise<void> {
      await Promise.all([...results.keys()].map(giveUp))
    },
  }
}

/** Puts rows into the file and says how many there are instead. By hand and no generator: leaving must reach the query. */
function stored(file: RowFile, events: Events, isWritten: () => void): Events {
  const leave = async () => {
    isWritten()
    return (await events.return?.()) ?? { done: true as const, value: undefined }
  }
  const through: Events = {
    async next() {
      try {
        const result = await events.next()
        if (result.done) isWritten()
        if (result.done || result.value.type !== 'rows') return result
        await file.append(result.value.rows).catch(refuseInWords)
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

function refuseInWords(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error
  throw new AppError(
    'storage_full',
    'The disk of the server is full. Narrow the query, or export its rows.',
    {
      cause: error,
    },
  )
}
