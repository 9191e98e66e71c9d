import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { QueryError } from './duckdb/query-error.ts'
import type { QueryResult } from './duckdb/query-messages.ts'
import { queryProcesses } from './duckdb/query-processes.ts'
import { countAfter, quoteName, type ScannedFiles, scan, timesIn, writeParquet } from './duckdb/sql-text.ts'
import { type EventsRead, eventReader, hasAfter } from './event-reader.ts'
import { eventId, segmentOfId } from './files/event-lines.ts'
import { type Convert, openSegmentFolder, type SegmentFolder } from './files/segment-folder.ts'
import type { Segment } from './files/segment-names.ts'
import type { LogEvent, LogSource } from './log-event.ts'
import { COMPACTION_DEADLINE_MS } from './log-store.rules.ts'
import { logWriter } from './log-writer.ts'

export interface LogStoreOptions {
  directory: string
  sources: readonly LogSource[]
  now?: () => number
  /** The user that runs queries of users, which may read all files but write none; only where this process is root. */
  reader?: { uid: number; gid: number } | undefined
  onFailed(error: unknown): void
  /** Called with the names of files that cannot be read; they were set aside. */
  onDamaged(key: string, files: readonly string[]): void
  deadlineMs?: number
  memoryMb?: number
}

/** A condition on the columns of events. */
export interface Condition {
  /** SQL with `?` for each value. */
  sql: string
  params: readonly (string | number)[]
}

export interface TimeRange {
  /** Inclusive, in milliseconds. */
  from: number
  /** Exclusive. */
  to: number
}

export interface NewestRequest extends TimeRange {
  where: Condition
  /** Only events before this one. */
  before?: { timestamp: number; id: number } | undefined
  /** Only events after this one. */
  after?: number | undefined
  limit: number
}

/** A row by its columns: times in milliseconds, ids as numbers. */
export type EventRow = Record<string, string | number | boolean | null>

/** Events as queries see them: those of a source, or some of them, with further columns. */
export interface LogView {
  name: string
  source: LogSource
  /** SQL without values that chooses among the events of the source. */
  where?: string
  /** Further columns of type VARCHAR: their SQL by name. */
  columns?: Readonly<Record<string, string>>
}

/** Events after a position. */
export interface Behind {
  events: number
  /** The time of the first one; undefined when there is none. */
  since: number | undefined
}

/** Events of a source that are about to be removed. */
export interface Removal {
  source: string
  /** All events up to this position are removed or were removed before. */
  through: number
  /** How many of the removed events come after a position. */
  countAfter(position: number): Promise<number>
}

export type LogStore = ReturnType<typeof openLogStore>

/**
 * Events of many projects in files: appended as lines, turned into Parquet as they age, and queried by DuckDB in processes
 * of their own. A killed server loses at most the events of the last half second.
 */
export function openLogStore(options: LogStoreOptions) {
  const { directory, sources, now = Date.now, reader, onFailed, onDamaged } = options
  const { deadlineMs, memoryMb } = options
  const processes = queryProcesses({ ...(deadlineMs && { deadlineMs }), ...(memoryMb && { memoryMb }) })
  const compactors = queryProcesses({ queriesMax: 1, deadlineMs: COMPACTION_DEADLINE_MS })
  const folders = new Map<string, Promise<SegmentFolder>>()
  const removed = new Set<string>()
  const sourceOf = new Map(sources.map((source) => [source.name, source]))

  const nameOf = (key: string, source: string) => `${key}/${source}`
  const keyOf = (folder: string) => folder.slice(0, folder.indexOf('/'))
  const folderOf = (name: string) => {
    const known = folders.get(name)
    if (known) return known
    const opening = openSegmentFolder({
      directory: path.join(directory, name),
      now,
      readerGroup: reader?.gid,
    })
    folders.set(name, opening)
    // The next call tries again.
    opening.catch(() => folders.delete(name))
    return opening
  }

  const writer = logWriter({
    now,
    onFailed,
    async append(name, events) {
      if (removed.has(keyOf(name))) return
      await (await folderOf(name)).append(events)
      tell(name)
    },
  })

  const filesOf = (folder: SegmentFolder, segments: readonly Segment[]): ScannedFiles => {
    const named = (format: Segment['format']) =>
      segments.filter((one) => one.format === format).map(({ name }) => path.join(folder.directory, name))
    return { parquet: named('parquet'), ndjson: named('ndjson') }
  }

  /** Tells those who follow a source of new events. */
  const listeners = new Set<(key: string, source: string) => void>()
  const tell = (name: string) => {
    for (const listener of listeners) listener(keyOf(name), path.basename(name))
  }

  /** Reads files of a folder; when one is damaged, without it. */
  async function reading<T>(key: string, { source }: Pick<LogView, 'source'>, read: Read<T>): Promise<T> {
    await writer.flush()
    const folder = await folderOf(nameOf(key, source.name))
    for (;;) {
      const { segments, end, release } = await folder.read()
      try {
        return await read(folder, segments, end)
      } catch (error) {
        const damaged = isOfFile(error) ? await damagedOf(folder, segments) : []
        if (damaged.length === 0) throw error
        await folder.setAside(damaged)
        onDamaged(key, damaged)
      } finally {
        await release()
      }
    }
  }

  async function damagedOf(folder: SegmentFolder, segments: readonly Segment[]) {
    const damaged: string[] = []
    for (const { name } of segments.filter(({ format }) => format === 'parquet')) {
      const sql = timesIn(path.join(folder.directory, name))
      await processes.run({ kind: 'trusted', sql, params: [] }).catch((error: unknown) => {
        if (!isOfFile(error)) throw error
        damaged.push(name)
      })
    }
    return damaged
  }

  const convertWith =
    (folder: SegmentFolder, source: LogSource): Convert =>
    async (segments, target) => {
      const run = (sql: string) => compactors.run({ kind: 'trusted', sql, params: [] })
      await run(writeParquet(source, filesOf(folder, segments), target))
      const [times] = (await run(timesIn(target))).rows as [[number | null, number | null]]
      const [from, to] = times
      return from === null || to === null ? undefined : { from, to }
    }

  async function behindIn(
    folder: SegmentFolder,
    source: LogSource,
    segments: readonly Segment[],
    position: number,
    end: number,
  ): Promise<Behind> {
    const later = segments.filter((one) => hasAfter(one, position))
    if (position >= end || later.length === 0) return { events: 0, since: undefined }
    const sql = countAfter(source, filesOf(folder, later), position)
    const [row] = (await processes.run({ kind: 'trusted', sql, params: [] })).rows
    const [events, since] = row as [number, number | null]
    return { events, since: since ?? undefined }
  }

  /** Whether there was something to remove. */
  async function removeFiles(
    name: string,
    expired: readonly Segment[],
    beforeRemoval: (removal: Removal) => Promise<void>,
  ): Promise<boolean> {
    if (expired.length === 0) return false
    const folder = await folderOf(name)
    const source = sourceOf.get(path.basename(name))!
    const { segments, end, release } = await folder.read()
    try {
      await beforeRemoval({
        source: source.name,
        through: throughOf(segments, expired, end),
        countAfter: async (position) =>
          (await behindIn(folder, source, expired, position > end ? 0 : position, end)).events,
      })
    } finally {
      await release()
    }
    await folder.discard(expired)
    return true
  }

  /** Folders on disk by key and source, whoever wrote them. */
  async function namesOnDisk(): Promise<string[]> {
    const keys = await readdir(directory).catch(() => [])
    const nested = await Promise.all(
      keys.map(async (key) => {
        const names = await readdir(path.join(directory, key)).catch(() => [])
        return names.filter((name) => sourceOf.has(name)).map((name) => nameOf(key, name))
      }),
    )
    return nested.flat()
  }

  return {
    /** Adds an event, which is written soon. Never waits and never throws. False when there is no room for it. */
    add: (key: string, source: string, event: LogEvent): boolean =>
      !removed.has(key) && writer.add(nameOf(key, source), event),

    /** Appends events that were read from elsewhere, together with how far that was read. */
    async append(key: string, source: string, events: readonly LogEvent[], cursor: string) {
      if (removed.has(key)) return
      await (await folderOf(nameOf(key, source))).append(events, cursor)
      if (events.length > 0) tell(nameOf(key, source))
    },
    cursor: async (key: string, source: string) => (await folderOf(nameOf(key, source))).cursor(),

    flush: writer.flush,

    /** Calls back after events were written, until the returned function is called. */
    onWritten(listener: (key: string, source: string) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** The position of the newest event of a source, for `follow` and `behind`. */
    async position(key: string, source: string): Promise<number> {
      await writer.flush()
      return (await folderOf(nameOf(key, source))).end()
    },

    /** Whether a source may have events of this time; says so without reading any. */
    async hasEvents(key: string, source: string, range: TimeRange): Promise<boolean> {
      await writer.flush()
      const { segments, release } = await (await folderOf(nameOf(key, source))).read()
      await release()
      return within(segments, range).length > 0
    },

    /** A reader of all events of a source in the order in which they were written. One call at a time. */
    follow(key: string, sourceName: string) {
      const source = sourceOf.get(sourceName)!
      const reader = eventReader(source, (sql) => processes.run({ kind: 'trusted', sql, params: [] }))
      return {
        after: (position: number, limit: number): Promise<EventsRead> =>
          reading(key, { source }, (folder, segments, end) =>
            reader.next(folder, segments, end, position, limit),
          ),
      }
    },

    /** How many events of a source come after a position, and when the first of them happened. */
    behind: (key: string, sourceName: string, position: number): Promise<Behind> =>
      reading(key, { source: sourceOf.get(sourceName)! }, (folder, segments, end) =>
        behindIn(folder, sourceOf.get(sourceName)!, segments, position > end ? 0 : position, end),
      ),

    /** The newest events first, up to `limit`. Reads only as many files as needed, from the newest on, each once. */
    newest: (key: string, view: LogView, request: NewestRequest): Promise<EventRow[]> =>
      reading(key, view, async (folder, segments) => {
        const { limit, before } = request
        const to = before ? Math.min(request.to, before.timestamp + 1) : request.to
        const last = folder.newest()
        if (request.after !== undefined && last && request.after >= eventId(last.segment, last.events - 1))
          return []
        const left = within(segments, { from: request.from, to })
          .filter((one) => request.after === undefined || one.last >= segmentOfId(request.after))
          .sort((a, b) => b.to - a.to)
        let found: EventRow[] = []
        for (let count = 1; ; count *= STEP) {
          const { sql, params } = newestSql(view, filesOf(folder, left.splice(0, count)), {
            ...request,
            from: Math.max(request.from, lastTime(found, limit)),
            to,
          })
          const { columns, rows } = await processes.run({ kind: 'trusted', sql, params })
          found = newestOf([...found, ...rows.map((row) => rowOf(columns, row))], limit)
          if (left.length === 0 || lastTime(found, limit) > left[0]!.to) return found
        }
      }),

    /**
     * Runs a query over the events of a time range.
     * @param select the query, of the table `events`; its values come after those of the condition
     */
    aggregate: (
      key: string,
      view: LogView,
      range: TimeRange,
      where: Condition,
      select: Condition,
    ): Promise<EventRow[]> =>
      reading(key, view, async (folder, segments) => {
        const files = filesOf(folder, within(segments, range))
        const sql = `with events as (select * from (${viewSql(view, files, range)}) where (${where.sql})) ${select.sql}`
        const params = [...where.params, ...select.params]
        const { columns, rows } = await processes.run({ kind: 'trusted', sql, params })
        return rows.map((row) => rowOf(columns, row))
      }),

    /**
     * Runs a SELECT that a user has written, of these views and of events in this range. Throws QueryError with a message
     * for that user.
     */
    async query(
      key: string,
      {
        sql,
        views,
        rowsMax,
        ...range
      }: { sql: string; views: readonly LogView[]; rowsMax: number } & TimeRange,
    ): Promise<QueryResult> {
      await writer.flush()
      const opened = await Promise.all(
        views.map(async (view) => {
          const folder = await folderOf(nameOf(key, view.source.name))
          return { view, folder, reading: await folder.read() }
        }),
      )
      try {
        const scanned = opened.map(({ view, folder, reading: { segments } }) => {
          const files = filesOf(folder, within(segments, range))
          return {
            files: [...files.parquet, ...files.ndjson],
            view: { name: view.name, sql: viewSql(view, files, range) },
          }
        })
        return await processes.run({
          kind: 'contained',
          sql,
          views: scanned.map(({ view }) => view),
          files: [...new Set(scanned.flatMap(({ files }) => files))],
          account: reader,
          rowsMax,
        })
      } catch (error) {
        if (!(error instanceof QueryError)) throw error
        throw new QueryError(error.code, error.message.replaceAll(`${directory}/`, ''))
      } finally {
        for (const one of opened) await one.reading.release()
      }
    },

    /** Turns closed files into Parquet and merges those of past hours and days, one folder after the other. */
    async compact() {
      await writer.flush()
      for (const name of await namesOnDisk()) {
        if (removed.has(keyOf(name))) continue
        const folder = await folderOf(name)
        const source = sourceOf.get(path.basename(name))!
        await folder.compact(convertWith(folder, source)).catch(onFailed)
      }
    },

    /** The keys that have files. */
    keys: async () => [...new Set((await namesOnDisk()).map(keyOf))],

    /**
     * Removes files whose events are older than `before`, and the oldest above `bytesMax` per source. Returns the bytes of
     * those.
     * @param beforeRemoval what has to happen with the events before they are gone
     */
    async prune(
      key: string,
      before: number,
      bytesMax: number,
      beforeRemoval: (removal: Removal) => Promise<void> = async () => undefined,
    ): Promise<number> {
      const names = (await namesOnDisk()).filter((name) => keyOf(name) === key)
      let bytes = 0
      for (const name of names) {
        const { segments, bytesForSpace } = await (await folderOf(name)).expired(before, bytesMax)
        if (await removeFiles(name, segments, beforeRemoval)) bytes += bytesForSpace
      }
      return bytes
    },

    /**
     * Removes the oldest files of all keys, whichever they are, until so many bytes are free. Files that still grow stay.
     * Returns the bytes removed by key.
     */
    async makeRoom(
      bytesMin: number,
      beforeRemoval: (key: string, removal: Removal) => Promise<void> = async () => undefined,
    ): Promise<ReadonlyMap<string, number>> {
      const files: { name: string; segment: Segment; bytes: number }[] = []
      for (const name of await namesOnDisk())
        for (const one of await (await folderOf(name)).sizes()) files.push({ name, ...one })
      const removed = new Map<string, number>()
      let bytes = 0
      for (const one of files.sort((a, b) => a.segment.to - b.segment.to)) {
        if (bytes >= bytesMin) break
        const key = keyOf(one.name)
        if (!(await removeFiles(one.name, [one.segment], (removal) => beforeRemoval(key, removal)))) continue
        bytes += one.bytes
        removed.set(key, (removed.get(key) ?? 0) + one.bytes)
      }
      return removed
    },

    /** Removes everything that has this key, for good. */
    async remove(key: string) {
      removed.add(key)
      writer.forget((folder) => keyOf(folder) === key)
      await writer.flush()
      for (const name of [...folders.keys()].filter((one) => keyOf(one) === key)) folders.delete(name)
      await rm(path.join(directory, key), { recursive: true, force: true })
    },

    /** Ids of the processes that run queries. */
    pids: processes.pids,

    async close() {
      await writer.flush()
      await Promise.all([processes.close(), compactors.close()])
    },
  }
}

/** When the newest files have too few events, so many times more are read next. */
const STEP = 4

const newestOf = (rows: readonly EventRow[], limit: number) =>
  rows
    .toSorted((a, b) => Number(b.timestamp) - Number(a.timestamp) || Number(b.id) - Number(a.id))
    .slice(0, limit)

/** The time of the last event of a full page: older ones are not on it. 0 while there is room. */
const lastTime = (found: readonly EventRow[], limit: number) => Number(found[limit - 1]?.timestamp ?? 0)

type Read<T> = (folder: SegmentFolder, segments: readonly Segment[], end: number) => Promise<T>

/** A damaged file makes DuckDB refuse the query. */
const isOfFile = (error: unknown) => error instanceof QueryError && ['invalid', 'failed'].includes(error.code)

/** The position before the first file that stays. */
function throughOf(segments: readonly Segment[], expired: readonly Segment[], end: number): number {
  const names = new Set(expired.map(({ name }) => name))
  const kept = segments.filter(({ name }) => !names.has(name)).map(({ first }) => first)
  return kept.length === 0 ? end : eventId(Math.min(...kept), 0) - 1
}

const within = (segments: readonly Segment[], { from, to }: TimeRange) =>
  segments.filter((one) => one.to >= from && one.from < to)

const rowOf = (columns: QueryResult['columns'], row: unknown[]): EventRow =>
  Object.fromEntries(columns.map(({ name }, n) => [name, row[n] as EventRow[string]]))

function newestSql(view: LogView, files: ScannedFiles, request: NewestRequest) {
  const { where, before, after, limit } = request
  const columns = [
    'event_message',
    'left_out',
    ...Object.keys(view.source.columns),
    ...Object.keys(view.columns ?? {}),
  ]
  const conditions: Condition[] = [
    where,
    ...(before
      ? [
          {
            sql: '(timestamp, id) < (make_timestamp_ms(?::bigint), ?::bigint)',
            params: [before.timestamp, before.id],
          },
        ]
      : []),
    ...(after === undefined ? [] : [{ sql: 'id > ?::bigint', params: [after] }]),
  ]
  const selected = columns.map((name) =>
    isLong(view.source, name) ? `${quoteName(name)}::double as ${quoteName(name)}` : quoteName(name),
  )
  return {
    sql: `select id::double as id, epoch_ms(timestamp)::double as timestamp, ${selected.join(', ')}
      from (${viewSql(view, files, request)}) where ${conditions.map(({ sql }) => `(${sql})`).join(' and ')}
      order by timestamp desc, id desc limit ${limit}`,
    params: conditions.flatMap(({ params }) => params),
  }
}

/** 64-bit integers come as text, except as double. */
const isLong = (source: LogSource, name: string) => name === 'left_out' || source.columns[name] === 'BIGINT'

function viewSql({ source, where, columns = {} }: LogView, files: ScannedFiles, { from, to }: TimeRange) {
  const further = Object.entries(columns).map(([name, sql]) => `, ${sql} as ${quoteName(name)}`)
  return `select *${further.join('')} from (${scan(source, files)})
    where timestamp >= make_timestamp_ms(${Math.floor(from)}) and timestamp < make_timestamp_ms(${Math.floor(to)})${where === undefined ? '' : ` and (${where})`}`
}
