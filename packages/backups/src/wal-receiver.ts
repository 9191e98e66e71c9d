import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type Lsn, lsnOf, lsnText } from '@basalt/postgres-wire/lsn.ts'
import { FromClient, FromServer } from '@basalt/postgres-wire/message-codes.ts'
import { StreamTraffic } from '@basalt/postgres-wire/stream-traffic.rules.ts'
import { message } from '@basalt/postgres-wire/write-message.ts'
import { CoveredTime } from './covered-time.ts'
import { beginsCopy, ReplicationConnection, type ReplicationLogin } from './replication-connection.ts'
import {
  positionFile,
  receivedPosition,
  segmentsIn,
  storeSegment,
  unfinishedSegment,
  type WalArchive,
} from './wal-archive.ts'
import { type ReceivedPosition, storePart } from './wal-parts.ts'
import { SEGMENT_BYTES, segmentName, segmentOf, segmentStart } from './wal-segments.ts'
import { writeWhole } from './write-whole.ts'

/** How often to ask the server for its time while nothing arrives, in milliseconds. */
const ASK_INTERVAL_MS = 2000
/** The same after something has arrived, for as many answers as it takes to know that this was all. */
const QUICK_ASK_MS = 50
const QUICK_ASKS = 3
/** The server answers at once when it is asked. One that does not is taken for dead after this time, in milliseconds. */
const SILENCE_MS = 30_000
/**
 * How long the stream is left while commits follow each other, in milliseconds: in a stream, each of them wakes the server's
 * process that sends and this program, and takes from the database what they use of the processor.
 */
const REST_MS = 500
/** How often the position is noted on disk while much arrives, in milliseconds. */
const NOTE_INTERVAL_MS = 250
/** How much of the log, in milliseconds, may be on this machine alone. */
const PART_INTERVAL_MS = 5 * 60_000
/** How long the end of receiving waits for the store, in milliseconds. */
const LAST_PART_MS = 5_000
/** PostgreSQL counts time from the year 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1)

export interface ReceiveWal {
  login: ReplicationLogin
  /** A physical slot with reserved log, so that the server keeps what was not received yet. */
  slot: string
  archive: WalArchive
  signal: AbortSignal
  /** How often what is not a complete segment yet is stored beside those, in milliseconds. */
  partIntervalMs?: number
  /**
   * Whether the log may arrive up to half a second later while the database is busy, which makes its commits faster. Commits
   * that wait for it must not wait for that. Asked each time; it may unless stated.
   */
  mayRest?: () => boolean
  /** Calls what it is given when the server is about to stop, so that a rest ends and the last of the log is received. */
  onStopping?: (wake: () => void) => void
  /** Called when more is safe. */
  onPosition?: (position: ReceivedPosition) => void
  /** Whether what there is of the last segment is also stored as soon as it was received, to see whether storing works again. */
  storesAtOnce?: boolean | undefined
  /** Called every `partIntervalMs` with what need not be on this machine any more. */
  onStored?: (position: ReceivedPosition) => void
}

/** What was received could not be stored. It says why as the store did, with its code. */
export class LogNotStored extends Error {
  readonly code: string | undefined

  constructor(cause: unknown) {
    const { message, code } = cause as NodeJS.ErrnoException
    super(message, { cause })
    this.name = 'LogNotStored'
    this.code = code
  }
}

/** The server runs on another timeline, or no longer has the log that comes next. A new archive and a full backup are needed. */
export class ArchiveBroken extends Error {
  constructor(reason: string) {
    super(`The archive of the write-ahead log cannot be continued: ${reason}.`)
    this.name = 'ArchiveBroken'
  }
}

/**
 * Receives the write-ahead log of a running server into the archive until the signal or a failure. What the server learns
 * to be safe was flushed here first, so that it keeps the rest through any crash of this program, and the next call
 * continues without a gap. @throws ArchiveBroken, LogNotStored, PostgresError, or the signal's reason
 */
export async function receiveWal(options: ReceiveWal): Promise<void> {
  const { login, slot, archive, signal } = options
  await mkdir(archive.unfinished, { recursive: true, mode: 0o700 })
  const connection = await ReplicationConnection.open(login, { signal, silenceMs: SILENCE_MS })
  try {
    const [[, timelineText]] = (await connection.rows('IDENTIFY_SYSTEM')) as [[string, string]]
    const timeline = Number(timelineText)
    const start = await nextStart(connection, slot, archive, timeline)
    const receiver = new Receiver(connection, timeline, start, options)
    await receiver.run()
    // The server ended the stream, as it does when it shuts down and everything was sent.
  } catch (error) {
    signal.throwIfAborted()
    if (/requested starting point|has already been removed|can no longer/.test((error as Error).message))
      throw new ArchiveBroken((error as Error).message)
    throw error
  } finally {
    connection.close()
  }
}

/** Where the archive continues: at the beginning of a segment, which may have been received in part. */
async function nextStart(
  connection: ReplicationConnection,
  slot: string,
  archive: WalArchive,
  timeline: number,
): Promise<Lsn> {
  const last = (await segmentsIn(archive)).at(-1)
  if (last !== undefined) {
    const { timeline: known, start } = segmentOf(last)!
    if (known !== timeline) throw new ArchiveBroken('the database was restored since')
    return start + BigInt(SEGMENT_BYTES)
  }
  const position = await receivedPosition(archive)
  if (position) {
    if (position.timeline !== timeline) throw new ArchiveBroken('the database was restored since')
    return segmentStart(lsnOf(position.lsn))
  }
  const [[, restart]] = (await connection.rows(`READ_REPLICATION_SLOT "${slot}"`)) as [
    [string | null, string | null],
  ]
  if (restart === null || restart === undefined)
    throw new ArchiveBroken('the server lost its replication slot')
  return segmentStart(lsnOf(restart))
}

const timeOf = (microseconds: bigint) => new Date(EPOCH_MS + Number(microseconds / 1000n)).toISOString()

class Receiver {
  readonly #connection: ReplicationConnection
  readonly #timeline: number
  readonly #options: ReceiveWal
  #file: { handle: FileHandle; segment: string } | undefined
  /** What has been written, and what of it is flushed. */
  #written: Lsn
  #flushed: Lsn
  #safe: ReceivedPosition | undefined
  #notedAt = Number.NEGATIVE_INFINITY
  /** What the server said last. */
  #serverTime = 0n
  /** The furthest position that the server has named as its end. */
  #serverEnd: Lsn = 0n
  readonly #clock = new CoveredTime()
  #nextAsk: NodeJS.Timeout | undefined
  #quickAsks = QUICK_ASKS
  /** Whether the server may be answered: not while the stream is left. */
  #isStreaming = false
  readonly #traffic = new StreamTraffic()
  /** Ends a rest early. */
  readonly #resting = new Resting()
  /** The last position whose part is stored. */
  #storedLsn: string | undefined
  #storing: Promise<void> | undefined
  #notStored: unknown

  constructor(connection: ReplicationConnection, timeline: number, start: Lsn, options: ReceiveWal) {
    this.#connection = connection
    this.#timeline = timeline
    this.#options = options
    this.#written = start
    this.#flushed = start
  }

  async run() {
    const { partIntervalMs = PART_INTERVAL_MS } = this.#options
    const parts = setInterval(() => this.#beginStoring(), partIntervalMs)
    this.#options.onStopping?.(() => this.#resting.wake())
    try {
      await this.#begin({ afterRest: false })
      await this.#receive()
    } catch (error) {
      // Why receiving ended is told. That its end could not be kept has the same reason, and the next call receives that again.
      await this.#end().catch(() => undefined)
      throw error
    } finally {
      clearInterval(parts)
    }
    await this.#end()
  }

  /** Receives until the server ends the stream. */
  async #receive() {
    for (;;) {
      const { type, body } = await this.#connection.next()
      // A server that shuts down sends the second, once everything was answered.
      if (type === FromServer.copyDone || type === FromServer.commandComplete) return
      if (type !== FromServer.copyData) continue
      await this.#handle(body)
      if (this.#notStored) throw this.#notStored
      if (this.#isBusy && (this.#options.mayRest?.() ?? true)) await this.#rest()
    }
  }

  /** Keeps what was received. */
  async #end() {
    clearTimeout(this.#nextAsk)
    try {
      await this.#flush()
      await this.#notePosition()
      await this.#storing
      await Promise.race([this.#storePart(), delay(LAST_PART_MS, undefined, { ref: false })])
    } finally {
      await this.#file?.handle.close()
    }
  }

  /** Begins the stream where the last one ended. */
  async #begin({ afterRest }: { afterRest: boolean }) {
    this.#connection.begin(
      `START_REPLICATION SLOT "${this.#options.slot}" PHYSICAL ${lsnText(this.#written)} TIMELINE ${this.#timeline}`,
    )
    while (!beginsCopy(await this.#connection.next()));
    this.#isStreaming = true
    this.#clock.begins()
    this.#traffic.begins({ afterRest })
    this.#ask()
  }

  /** Whether all that there is was received, and more is coming. */
  get #isBusy() {
    return this.#traffic.isBusy && !this.#connection.hasMore && this.#flushed >= this.#serverEnd
  }

  /** Leaves the stream, and begins it again later. The server keeps the log meanwhile. */
  async #rest() {
    clearTimeout(this.#nextAsk)
    this.#nextAsk = undefined
    this.#isStreaming = false
    this.#connection.send(message(FromClient.copyDone))
    for (;;) {
      const { type, body } = await this.#connection.next()
      if (type === FromServer.readyForQuery) break
      if (type === FromServer.copyData) await this.#handle(body)
    }
    await this.#resting.rest(REST_MS, this.#options.signal)
    await this.#begin({ afterRest: true })
  }

  async #handle(body: Buffer) {
    const kind = String.fromCharCode(body[0]!)
    if (kind === 'w') {
      const start = body.readBigUInt64BE(1)
      if (start !== this.#written)
        throw new ArchiveBroken(`the server sent ${lsnText(start)} after ${lsnText(this.#written)}`)
      this.#serverTime = body.readBigInt64BE(17)
      this.#clock.data(this.#serverTime)
      this.#reaches(body.readBigUInt64BE(9))
      await this.#write(body.subarray(25))
      this.#quickAsks = QUICK_ASKS
      this.#traffic.arrived(body.length, performance.now())
      // Many small messages are flushed together.
      if (this.#connection.hasMore) return
      await this.#flush()
      await this.#note()
      this.#answer({})
      if (this.#nextAsk) this.#askAfter(QUICK_ASK_MS)
    } else if (kind === 'k') {
      this.#reaches(body.readBigUInt64BE(1))
      const wantsAnswer = body[17] === 1
      // One that wants an answer is no answer itself.
      this.#clock.keepalive(body.readBigInt64BE(9), { isAnswer: !wantsAnswer })
      await this.#flush()
      await this.#note()
      if (!this.#isStreaming) return
      if (wantsAnswer) this.#answer({})
      else this.#askAfter(this.#quickAsks-- > 0 ? QUICK_ASK_MS : ASK_INTERVAL_MS)
    }
  }

  #reaches(end: Lsn) {
    if (end > this.#serverEnd) this.#serverEnd = end
  }

  /** Asks the server, which must have answered the last time. */
  #ask() {
    this.#nextAsk = undefined
    this.#answer({ asks: true })
  }

  #askAfter(ms: number) {
    clearTimeout(this.#nextAsk)
    this.#nextAsk = setTimeout(() => this.#ask(), ms)
  }

  async #write(data: Buffer) {
    for (let rest = data; rest.length > 0; ) {
      const offset = Number(this.#written % BigInt(SEGMENT_BYTES))
      const part = rest.subarray(0, SEGMENT_BYTES - offset)
      const { handle } = await this.#open()
      await writeWhole(handle, part, offset)
      this.#written += BigInt(part.length)
      rest = rest.subarray(part.length)
      if (offset + part.length === SEGMENT_BYTES) await this.#finishSegment()
    }
  }

  /** A segment that was received in part before is written once more, over the same bytes. */
  async #open() {
    if (this.#file) return this.#file
    const segment = segmentName(this.#timeline, this.#written)
    const path = unfinishedSegment(this.#options.archive, segment)
    const handle = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return open(path, 'wx+', 0o600)
    })
    this.#file = { handle, segment }
    return this.#file
  }

  async #finishSegment() {
    const { handle, segment } = this.#file!
    await handle.datasync()
    await handle.close()
    this.#file = undefined
    const { archive } = this.#options
    const path = unfinishedSegment(archive, segment)
    const bytes = await readFile(path)
    await storeSegment(archive, segment, { bytes, receivedAt: timeOf(this.#serverTime) }).catch((error) => {
      throw new LogNotStored(error)
    })
    this.#flushed = this.#written
    await rm(path, { force: true })
  }

  async #flush() {
    if (this.#flushed === this.#written) return
    await this.#file?.handle.datasync()
    this.#flushed = this.#written
  }

  /** Once everything is here that the server has named, so is what was committed until the covered time. */
  async #note() {
    const time = this.#clock.until
    if (this.#serverEnd > this.#flushed || time === undefined) return
    this.#safe = {
      timeline: this.#timeline,
      lsn: lsnText(this.#flushed),
      time: timeOf(time),
    }
    // The clock of this machine may be set back.
    if (performance.now() - this.#notedAt >= NOTE_INTERVAL_MS) await this.#notePosition()
    this.#options.onPosition?.(this.#safe)
    if (this.#options.storesAtOnce && this.#storedLsn === undefined) this.#beginStoring()
  }

  async #notePosition() {
    if (!this.#safe) return
    this.#notedAt = performance.now()
    const path = positionFile(this.#options.archive)
    await writeFile(`${path}.new`, JSON.stringify(this.#safe), { mode: 0o600 })
    await rename(`${path}.new`, path)
  }

  /** Stores what there is of the last segment, if there is more than last time. */
  async #storePart() {
    const position = this.#safe
    if (!position) return
    try {
      if (position.lsn !== this.#storedLsn) await this.#storePartUntil(position)
    } catch (error) {
      throw new LogNotStored(error)
    }
    this.#options.onStored?.(position)
  }

  /** A failure ends receiving with its next message. */
  #beginStoring() {
    this.#storing ??= this.#storePart()
      .catch((error) => {
        this.#notStored = error
      })
      .finally(() => {
        this.#storing = undefined
      })
  }

  async #storePartUntil(position: ReceivedPosition) {
    const { archive } = this.#options
    const segment = segmentName(this.#timeline, lsnOf(position.lsn))
    const length = Number(lsnOf(position.lsn) % BigInt(SEGMENT_BYTES))
    const written = await readFile(unfinishedSegment(archive, segment)).catch(ignoreMissing)
    // It has become a complete segment meanwhile, which is stored.
    if (length > 0 && !written) return
    const bytes = written?.subarray(0, length) ?? Buffer.alloc(0)
    await storePart(archive, { segment, position, bytes })
    this.#storedLsn = position.lsn
  }

  /** Tells the server what is safe here; it may remove what lies before. */
  #answer({ asks = false }: { asks?: boolean }) {
    if (!this.#isStreaming) return
    const body = Buffer.alloc(34)
    body.write('r', 0, 'latin1')
    body.writeBigUInt64BE(this.#written, 1)
    body.writeBigUInt64BE(this.#flushed, 9)
    body.writeBigUInt64BE(this.#flushed, 17)
    body.writeBigInt64BE(BigInt(Date.now() - EPOCH_MS) * 1000n, 25)
    body[33] = asks ? 1 : 0
    this.#connection.send(message(FromClient.copyData, body))
  }
}

/** A pause that can be ended early, after which there are none. */
class Resting {
  readonly #woken = new AbortController()

  /** @throws the signal's reason */
  async rest(ms: number, signal: AbortSignal): Promise<void> {
    const ends = AbortSignal.any([signal, this.#woken.signal])
    await delay(ms, undefined, { signal: ends }).catch(() => undefined)
    signal.throwIfAborted()
  }

  wake() {
    this.#woken.abort()
  }
}

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}
