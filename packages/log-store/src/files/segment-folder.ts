import { chown, mkdir, open, readdir, readFile, rename, rm, stat, truncate } from 'node:fs/promises'
import path from 'node:path'
import type { LogEvent } from '../log-event.ts'
import { DAY_MS, HOUR_MS, HOURLY_BYTES, SEGMENT_BYTES } from '../log-store.rules.ts'
import { cursorLine, eventId, eventLines, readLines } from './event-lines.ts'
import { ndjsonName, parquetName, readCatalog, type Segment, UNFINISHED } from './segment-names.ts'

/** The file that events are appended to. */
interface OpenSegment {
  number: number
  bytes: number
  events: number
  from: number
  to: number
  cursor: string | undefined
  openedAt: number
}

/** Files that a query may read until it releases them. */
export interface Reading {
  readonly segments: readonly Segment[]
  /** The largest id that an event may have so far. */
  readonly end: number
  release(): Promise<void>
}

/** Makes one Parquet file of others. Returns the times of its first and last event. */
export type Convert = (
  segments: readonly Segment[],
  target: string,
) => Promise<{ from: number; to: number } | undefined>

interface Options {
  directory: string
  now: () => number
  /** The group that may read the files; undefined when only this user has to. */
  readerGroup: number | undefined
}

export interface Expired {
  readonly segments: readonly Segment[]
  /** Of those that were still to be kept for some time. */
  readonly bytesForSpace: number
}

const FILE_MODE = 0o640
const FOLDER_MODE = 0o711
const NO_TIMES = { from: Number.MAX_SAFE_INTEGER, to: 0 }

export type SegmentFolder = Awaited<ReturnType<typeof openSegmentFolder>>

/**
 * The events of one source of one project: a file that grows, and those that were closed. Calls may overlap; appends and
 * changes of files happen one after another.
 */
export async function openSegmentFolder({ directory, now, readerGroup }: Options) {
  const catalog = readCatalog(await readdir(directory).catch(noFolder))
  for (const name of catalog.obsolete) await rm(path.join(directory, name), { force: true })
  let segments = catalog.live
  let current = await recover(segments.at(-1))
  let readers = 0
  let removable: string[] = []
  let work: Promise<unknown> = Promise.resolve()

  async function recover(newest: Segment | undefined): Promise<OpenSegment | undefined> {
    if (newest?.format !== 'ndjson') return undefined
    segments.pop()
    const file = path.join(directory, newest.name)
    const content = await readFile(file)
    const { bytes, ...rest } = readLines(content)
    const before = segments.at(-1)
    if (bytes === 0 && before?.format === 'ndjson') {
      // Its writer was killed when it had just begun it, so the cursor is still in the one before.
      await rm(file)
      return recover(before)
    }
    if (bytes < content.length) await truncate(file, bytes)
    const { birthtimeMs } = await stat(file)
    return { number: newest.first, bytes, ...rest, openedAt: Math.min(birthtimeMs, now()) }
  }

  /** Runs one change after the other, also after one that failed. */
  const inOrder = <T>(change: () => Promise<T>): Promise<T> => {
    const result = work.then(change, change)
    work = result.catch(() => undefined)
    return result
  }

  const nextNumber = () => (current?.number ?? segments.at(-1)?.last ?? 0) + 1

  async function write(target: OpenSegment, text: string, isNew: boolean) {
    const file = path.join(directory, ndjsonName(target.number))
    if (isNew) await mkdir(directory, { recursive: true, mode: FOLDER_MODE })
    const handle = await open(file, 'a', FILE_MODE)
    try {
      if (isNew && readerGroup !== undefined) await chown(file, process.getuid!(), readerGroup)
      const bytes = Buffer.from(text)
      await handle.appendFile(bytes)
      target.bytes += bytes.length
    } catch (error) {
      // Half a batch would be read as its events; the caller counts all of them as lost.
      await handle.truncate(target.bytes).catch(() => undefined)
      throw error
    } finally {
      await handle.close()
    }
  }

  async function append(events: readonly LogEvent[], cursor?: string) {
    const isNew = current === undefined
    const target = current ?? {
      number: nextNumber(),
      bytes: 0,
      events: 0,
      ...NO_TIMES,
      cursor: undefined,
      openedAt: now(),
    }
    const text = eventLines(events, target.number, target.events)
    await write(target, cursor === undefined ? text : text + cursorLine(cursor), isNew)
    current = target
    target.events += events.length
    target.cursor = cursor ?? target.cursor
    for (const { timestamp } of events) {
      target.from = Math.min(target.from, timestamp)
      target.to = Math.max(target.to, timestamp)
    }
    if (target.bytes >= SEGMENT_BYTES) await closeCurrent()
  }

  /** The next file begins with the cursor, so that the newest file always has it. */
  async function closeCurrent() {
    if (!current || current.events === 0) return
    const closed = current
    const { number, cursor } = closed
    if (cursor !== undefined) {
      const next: OpenSegment = {
        number: number + 1,
        bytes: 0,
        events: 0,
        ...NO_TIMES,
        cursor,
        openedAt: now(),
      }
      await write(next, cursorLine(cursor), true)
      current = next
    } else current = undefined
    segments.push(asSegment(closed))
  }

  const asSegment = ({ number, from, to }: OpenSegment): Segment => ({
    name: ndjsonName(number),
    format: 'ndjson',
    first: number,
    last: number,
    from: Math.min(from, to),
    to,
  })

  const endId = () => eventId(current?.number ?? nextNumber(), current?.events ?? 0) - 1

  /** Removes files once no query reads them. */
  async function remove(names: readonly string[]) {
    removable.push(...names)
    if (readers > 0) return
    const unread = removable
    removable = []
    for (const name of unread) await rm(path.join(directory, name), { force: true })
  }

  /** Puts what was made of files in their place, unless one of them has gone meanwhile. */
  async function replace(
    parts: readonly Segment[],
    unfinished: string,
    times: { from: number; to: number } | undefined,
  ) {
    if (!parts.every((one) => segments.includes(one))) return rm(unfinished, { force: true })
    const [first, last] = [parts[0]!.first, parts.at(-1)!.last]
    const kept: Segment[] = []
    if (times) {
      const bounds = { first, last, ...times }
      const name = parquetName(bounds)
      const handle = await open(unfinished, 'r+')
      await handle.chmod(FILE_MODE)
      if (readerGroup !== undefined) await handle.chown(process.getuid!(), readerGroup)
      await handle.sync()
      await handle.close()
      await rename(unfinished, path.join(directory, name))
      kept.push({ name, format: 'parquet', ...bounds })
    }
    segments = [...segments.filter((one) => !parts.includes(one)), ...kept].sort((a, b) => a.first - b.first)
    await remove(parts.map(({ name }) => name))
  }

  const isDue = ({ bytes, openedAt }: OpenSegment) =>
    now() - openedAt >= DAY_MS || (bytes >= HOURLY_BYTES && now() - openedAt >= HOUR_MS)

  return {
    directory,
    append: (events: readonly LogEvent[], cursor?: string) => inOrder(() => append(events, cursor)),

    /** How far the source that this folder is copied from has been read. */
    cursor: () => inOrder(async () => current?.cursor),

    /** The files that hold events. They stay until the reading is released. */
    read: (): Promise<Reading> =>
      inOrder(async () => {
        readers += 1
        let isReleased = false
        return {
          segments: [
            ...segments,
            ...(current && current.events > 0 ? [{ ...asSegment(current), bytes: current.bytes }] : []),
          ],
          end: endId(),
          async release() {
            if (isReleased) return
            isReleased = true
            readers -= 1
            if (readers === 0) await inOrder(() => remove([]))
          },
        }
      }),

    /** The id of the newest event; 0 when there is none that is not in Parquet. */
    newest: () => current && { segment: current.number, events: current.events },

    /**
     * Closes the file that grows when it is old enough, converts closed ones to Parquet, and merges the Parquet files of
     * hours and days that are over.
     */
    async compact(convert: Convert) {
      await inOrder(async () => {
        if (current && isDue(current)) await closeCurrent()
      })
      for (;;) {
        const parts = await inOrder(async () => nextConversion(segments, now()))
        if (!parts) return
        // Not in order: events are appended to another file meanwhile.
        const unfinished = path.join(directory, `${parts[0]!.first}${UNFINISHED}`)
        const times = await convert(parts, unfinished)
        await inOrder(() => replace(parts, unfinished, times))
      }
    },

    /** The largest id that an event may have so far. */
    end: () => inOrder(async () => endId()),

    /** The files that no longer grow, with their bytes. */
    sizes: () =>
      inOrder(() =>
        Promise.all(
          segments.map(async (segment) => ({
            segment,
            bytes: (await stat(path.join(directory, segment.name))).size,
          })),
        ),
      ),

    /** The files whose events are all older than this, and the oldest ones above so many bytes, which are counted. */
    expired: (before: number, bytesMax: number): Promise<Expired> =>
      inOrder(async () => {
        const sizes = await Promise.all(
          segments.map(async ({ name }) => (await stat(path.join(directory, name))).size),
        )
        let excess = sizes.reduce((sum, size) => sum + size, current?.bytes ?? 0) - bytesMax
        let bytesForSpace = 0
        const expired = segments.filter(({ to }, n) => {
          const isOld = to < before && to !== 0
          if (!isOld && excess <= 0) return false
          excess -= sizes[n]!
          if (!isOld) bytesForSpace += sizes[n]!
          return true
        })
        return { segments: expired, bytesForSpace }
      }),

    /** Removes files, for good. */
    discard: (expired: readonly Segment[]) =>
      inOrder(async () => {
        const next = nextNumber()
        const names = new Set(expired.map(({ name }) => name))
        segments = segments.filter(({ name }) => !names.has(name))
        // An empty file keeps the number, so that no id is given again.
        if (!current && segments.length === 0 && next > 1) {
          const empty = { number: next, bytes: 0, events: 0, ...NO_TIMES, cursor: undefined, openedAt: now() }
          await write(empty, '', true)
          current = empty
        }
        await remove([...names])
      }),

    /** Removes unreadable files from the catalog. They stay on disk, for an operator to look at. */
    setAside: (names: readonly string[]) =>
      inOrder(async () => {
        for (const name of names)
          await rename(path.join(directory, name), path.join(directory, `${name}.damaged`)).catch(
            () => undefined,
          )
        segments = segments.filter(({ name }) => !names.includes(name))
      }),
  }
}

function noFolder(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error
  return []
}

/** Files that are merged at once. */
const MERGED_MAX = 500

/** The next files to be converted or merged, which follow each other; undefined when there is nothing to do. */
export function nextConversion(segments: readonly Segment[], now: number): Segment[] | undefined {
  const ndjson = segments.find(({ format }) => format === 'ndjson')
  if (ndjson) return [ndjson]
  for (const period of [HOUR_MS, DAY_MS]) {
    const run: Segment[] = []
    for (const one of segments) {
      const isSame = run.length > 0 && periodOf(run[0]!, period) === periodOf(one, period)
      if (!isSame && run.length > 1) return run
      if (!isSame) run.length = 0
      const isOver = now >= (periodOf(one, period) + 1) * period
      if (isOver && run.length < MERGED_MAX) run.push(one)
    }
    if (run.length > 1) return run
  }
  return undefined
}

const periodOf = ({ to }: Segment, period: number) => Math.floor(to / period)
