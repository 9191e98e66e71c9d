import type { Socket } from 'node:net'
import { BorrowedChunk } from '@basalt/postgres-wire/borrowed-chunk.ts'
import { type Lsn, lsnOf } from '@basalt/postgres-wire/lsn.ts'
import { FromClient, FromServer } from '@basalt/postgres-wire/message-codes.ts'
import { MessageReader } from '@basalt/postgres-wire/message-reader.ts'
import { StreamTraffic } from '@basalt/postgres-wire/stream-traffic.rules.ts'
import { HEADER_BYTES, message } from '@basalt/postgres-wire/write-message.ts'
import { REST_MS } from './beats.rules.ts'
import {
  asking,
  beginAgain,
  fromPrimary,
  fromStandby,
  type StartOfStream,
  startOfStream,
} from './wal-stream.ts'

/** A primary sends 128 kB of its log at once, and answers to commands are shorter. */
const MESSAGE_BYTES_MAX = 4 * 1024 * 1024
/** How long one side may take to read the end, in milliseconds. */
const CLOSE_MS = 5_000

/**
 * What the relay does: passes everything on; passes a stream of the log on; has asked the primary to end it; waits to begin
 * it again; has asked for that.
 */
type State = 'passing' | 'streaming' | 'leaving' | 'resting' | 'resuming'

/** Where the stream goes on after a rest. */
interface Stream extends StartOfStream {
  /** The end of what was passed on. */
  passed: Lsn
  /** The furthest end that the primary has named. */
  serverEnd: Lsn
}

/** Waits until the standby has what the primary had. */
interface Settling {
  answers: number
  target: Lsn | undefined
  resolve: () => void
}

/** The primary may answer before it sends what it has; by its second answer it has sent that. */
const ANSWERS_TO_SETTLE = 2

/**
 * Passes the connection of a standby on to its primary, both ways. While commits follow each other, the stream is left with
 * the protocol's own message and begun again after `REST_MS`, so that neither side is woken by each commit. The standby
 * notices nothing of that. Whatever is unexpected ends both connections; the standby connects again by itself.
 */
export class RelayedStream {
  readonly #standby: Socket
  readonly #primary: Socket
  readonly #fromStandby = new MessageReader(() => false, MESSAGE_BYTES_MAX)
  readonly #fromPrimary = new MessageReader(() => false, MESSAGE_BYTES_MAX)
  readonly #traffic = new StreamTraffic()
  readonly #settling = new Set<Settling>()
  #state: State = 'passing'
  /** What the standby asked for last. */
  #asked: StartOfStream | undefined
  #stream: Stream | undefined
  /** The last answers of the standby; those that came during a rest are sent after it. */
  #status: Buffer | undefined
  #heldStatus: Buffer | undefined
  #heldFeedback: Buffer | undefined
  #mayRest = true
  #rest: NodeJS.Timeout | undefined

  /** Both are connected, and the primary has the standby's startup packet. */
  constructor(standby: Socket, primary: Socket) {
    this.#standby = standby
    this.#primary = primary
    standby.on('data', (bytes: Buffer) => this.#read(this.#fromStandby, bytes, () => this.#onStandby()))
    primary.on('data', (bytes: Buffer) => {
      this.#read(this.#fromPrimary, bytes, () => this.#onPrimary())
      if (standby.writableNeedDrain) primary.pause()
      else if (this.#isWorthARest) this.#leave()
    })
    standby.on('drain', () => primary.resume())
    for (const [one, other] of [
      [standby, primary],
      [primary, standby],
    ] as const) {
      one.on('error', () => undefined)
      one.once('close', () => {
        clearTimeout(this.#rest)
        this.#settled(() => true)
        endSoon(other)
      })
    }
  }

  /** Ends a rest, and begins no other one. */
  hurry() {
    this.#mayRest = false
    if (this.#state === 'resting') this.#resume()
  }

  /** As `hurry`, and resolves once the standby has on disk what the primary has now, or when the connection ends. */
  async settle(): Promise<void> {
    this.hurry()
    // Nothing was answered yet, so nothing has been left.
    if (!this.#stream || !this.#status || this.#standby.closed || this.#primary.closed) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#settling.add({ answers: 0, target: undefined, resolve })
    this.#ask()
    await promise
  }

  close() {
    this.#standby.destroy()
    this.#primary.destroy()
  }

  #read(reader: MessageReader, bytes: Buffer, handle: () => void) {
    const to = reader === this.#fromPrimary ? this.#standby : this.#primary
    to.cork()
    try {
      BorrowedChunk.lend(bytes, bytes.length, (chunk) => {
        reader.feed(chunk)
        while (reader.next()) handle()
      })
    } catch {
      // Not the protocol.
      this.close()
    } finally {
      to.uncork()
    }
  }

  #onStandby() {
    const { buffer, start, end, type } = this.#fromStandby
    // The memory is that of a read, which nobody uses again.
    const bytes = buffer.subarray(start, end)
    if (type === FromClient.query) this.#asked = startOfStream(bytes.subarray(HEADER_BYTES))
    const answer = type === FromClient.copyData ? fromStandby(bytes) : undefined
    if (answer?.kind === 'status') {
      this.#status = bytes
      this.#settled(({ target }) => target !== undefined && answer.flushed >= target)
    }
    if (this.#state === 'passing' || this.#state === 'streaming') this.#primary.write(bytes)
    else if (answer?.kind === 'status') this.#heldStatus = bytes
    else if (answer?.kind === 'feedback') this.#heldFeedback = bytes
    // It leaves.
    else this.close()
  }

  #onPrimary() {
    const { buffer, start, end, type } = this.#fromPrimary
    const bytes = buffer.subarray(start, end)
    // The standby's log says what went wrong, whenever it did.
    if (type === FromServer.errorResponse || type === FromServer.noticeResponse) this.#standby.write(bytes)
    else if (type === FromServer.copyData && this.#state !== 'passing') this.#passOn(bytes)
    else if (this.#state === 'leaving') {
      if (type === FromServer.readyForQuery) this.#beginRest()
    } else if (this.#state === 'resuming') {
      if (type === FromServer.copyBothResponse) this.#goOn()
      else this.close()
    } else {
      this.#standby.write(bytes)
      this.#state = type === FromServer.copyBothResponse && this.#begin() ? 'streaming' : 'passing'
    }
    if (type === FromServer.errorResponse && (this.#state === 'leaving' || this.#state === 'resuming'))
      endSoon(this.#standby)
  }

  /** Whether what follows is a stream that can be left. */
  #begin(): boolean {
    const asked = this.#asked
    if (!asked) return false
    const at = lsnOf(asked.start)
    this.#stream = { ...asked, passed: at, serverEnd: at }
    this.#traffic.begins({ afterRest: false })
    return true
  }

  #passOn(copyData: Buffer) {
    this.#standby.write(copyData)
    const stream = this.#stream!
    const sent = fromPrimary(copyData)
    if (sent?.kind === 'wal') {
      // A gap would be noticed by the standby, and after a rest be ours.
      if (sent.start !== stream.passed) return this.close()
      stream.passed = sent.end
      if (sent.serverEnd > stream.serverEnd) stream.serverEnd = sent.serverEnd
      this.#traffic.arrived(copyData.length, performance.now())
    } else if (sent?.kind === 'keepalive' && !sent.wantsAnswer) this.#hasAnswered()
  }

  get #isWorthARest() {
    const { passed, serverEnd } = this.#stream ?? {}
    const hasAll = passed === serverEnd && this.#fromPrimary.unreadBytes === 0
    return this.#state === 'streaming' && this.#mayRest && hasAll && this.#traffic.isBusy
  }

  #leave() {
    this.#state = 'leaving'
    this.#primary.write(message(FromClient.copyDone))
  }

  #beginRest() {
    this.#state = 'resting'
    if (this.#mayRest) this.#rest = setTimeout(() => this.#resume(), REST_MS)
    else this.#resume()
  }

  #resume() {
    clearTimeout(this.#rest)
    this.#state = 'resuming'
    this.#primary.write(beginAgain(this.#stream!, this.#stream!.passed))
  }

  #goOn() {
    this.#state = 'streaming'
    this.#traffic.begins({ afterRest: true })
    for (const held of [this.#heldFeedback, this.#heldStatus]) if (held) this.#primary.write(held)
    this.#heldFeedback = undefined
    this.#heldStatus = undefined
    if (this.#settling.size > 0) this.#ask()
  }

  /** Asks the primary for an answer, with the standby's own last words. During a rest, that is done after it. */
  #ask() {
    if (this.#state === 'streaming') this.#primary.write(asking(this.#status!))
  }

  #hasAnswered() {
    if (this.#settling.size === 0) return
    for (const one of this.#settling)
      if (++one.answers === ANSWERS_TO_SETTLE) one.target = this.#stream!.passed
    const flushed = fromStandby(this.#status!) as { flushed: Lsn }
    this.#settled(({ target }) => target !== undefined && flushed.flushed >= target)
    if ([...this.#settling].some(({ target }) => target === undefined)) this.#ask()
  }

  #settled(isSettled: (one: Settling) => boolean) {
    for (const one of this.#settling) {
      if (!isSettled(one)) continue
      this.#settling.delete(one)
      one.resolve()
    }
  }
}

/** Ends a connection after what was written to it, which the other side may be too slow or frozen to read. */
function endSoon(socket: Socket) {
  if (socket.destroyed) return
  const timer = setTimeout(() => socket.destroy(), CLOSE_MS)
  socket.once('close', () => clearTimeout(timer))
  socket.destroySoon()
}
