import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { World } from './world.ts'

/** The properties of a simulated connection. */
export interface Line {
  /** The longest delay of a piece, in milliseconds. */
  maxDelayMs: number
  /** Pieces are cut to at most this many bytes; 0 for no cuts. */
  maxPieceBytes: number
  /** With this many bytes in flight, a writer is told to wait for `drain`. */
  highWaterBytes: number
}

/** The most that Node reads at a time. */
export const CHUNK_BYTES = 64 * 1024
const OVERWRITTEN = 0xdb

/**
 * One end of a simulated connection, with the parts of Node's Socket that the gateway uses. Bytes travel by reference
 * and are copied when they arrive, so that changing a buffer after writing it corrupts what is read.
 */
export class SimulatedSocket extends EventEmitter {
  peer!: SimulatedSocket
  readonly #world: World
  readonly #line: Line
  /** Bytes in flight to this end, and bytes that wait here unread. */
  #arriving: Buffer[] = []
  #arrivingBytes = 0
  #isPaused = true
  #hasEnded = false
  #isDelivering = false
  #peerEnded = false
  #emittedEnd = false
  #needsDrain = false
  #destroysSoon = false
  destroyed = false
  /** Whether it may still write after the peer has ended. */
  allowHalfOpen = false
  readonly remoteAddress = '192.0.2.1'
  /** Total bytes that this end has read. */
  taken = 0
  /** Total bytes that this end has written. */
  written = 0

  constructor(world: World, line: Line) {
    super()
    // Users of the socket may add any number of listeners for its end.
    this.setMaxListeners(0)
    this.#world = world
    this.#line = line
  }

  asSocket() {
    return this as unknown as Socket
  }

  get writable() {
    return !this.destroyed && !this.#hasEnded
  }

  get writableNeedDrain() {
    return this.#needsDrain && this.writable
  }

  /** Whether the peer has ended, whether or not that was read. */
  get hasPeerEnded() {
    return this.#peerEnded
  }

  /** Bytes written that have not arrived at the peer. */
  get bytesInFlight() {
    return this.peer.#arrivingBytes
  }

  write(chunk: Buffer): boolean {
    if (!this.writable) return false
    if (this.peer.destroyed) return true
    this.written += chunk.length
    this.peer.#arriving.push(chunk)
    this.peer.#arrivingBytes += chunk.length
    this.peer.#deliverLater()
    if (this.peer.#arrivingBytes < this.#line.highWaterBytes) return true
    this.#needsDrain = true
    return false
  }

  end(chunk?: Buffer) {
    if (chunk) this.write(chunk)
    if (this.#hasEnded || this.destroyed) return
    this.#hasEnded = true
    this.peer.#peerEnded = true
    this.peer.#deliverLater()
    if (this.#emittedEnd) this.destroySoon()
  }

  destroySoon() {
    if (this.destroyed) return
    if (!this.#hasEnded) this.end()
    this.#destroysSoon = true
    if (this.peer.#arrivingBytes === 0 || this.peer.destroyed) this.destroy()
  }

  destroy(error?: Error) {
    if (this.destroyed) return
    this.destroyed = true
    this.#arriving = []
    this.#arrivingBytes = 0
    this.#hasEnded = true
    // The peer reads what was sent before, and then the end.
    this.peer.#peerEnded = true
    this.peer.#deliverLater()
    // As with a real system, a peer whose bytes were not delivered gets a connection reset.
    if (this.peer.#needsDrain) this.#world.after(0, () => this.peer.destroy(new Error('ECONNRESET')))
    this.#world.after(0, () => {
      if (error) this.emit('error', error)
      this.emit('close')
    })
  }

  pause() {
    this.#isPaused = true
  }

  resume() {
    this.#isPaused = false
    this.#deliverLater()
  }

  #deliverLater() {
    if (this.#isDelivering || this.destroyed) return
    this.#isDelivering = true
    const { maxDelayMs } = this.#line
    const delay = maxDelayMs === 0 ? 0 : this.#world.random.below(maxDelayMs * 4) / 4
    this.#world.after(delay, () => {
      this.#isDelivering = false
      this.#deliver()
    })
  }

  #deliver() {
    if (this.destroyed || this.#isPaused) return
    if (this.#arrivingBytes > 0) {
      const all = this.#arriving.length === 1 ? this.#arriving[0]! : Buffer.concat(this.#arriving)
      const { maxPieceBytes } = this.#line
      const bytes = Math.min(
        all.length,
        maxPieceBytes === 0 ? CHUNK_BYTES : 1 + this.#world.random.below(maxPieceBytes),
      )
      if (bytes < all.length) this.#world.cuts += 1
      this.taken += bytes
      this.#arriving = bytes < all.length ? [all.subarray(bytes)] : []
      this.#arrivingBytes -= bytes
      this.peer.#peerTook()
      const borrowed = Buffer.from(all.subarray(0, bytes))
      this.emit('data', borrowed)
      // As the next read would, so that code that keeps a reference reads garbage.
      borrowed.fill(OVERWRITTEN)
    } else if (this.#peerEnded && !this.#emittedEnd) {
      this.#emittedEnd = true
      this.emit('end')
      // As in Node, unless half-open connections are allowed.
      if (this.#hasEnded) this.destroy()
      else if (!this.allowHalfOpen) this.destroySoon()
    }
    if (this.#arrivingBytes > 0 || (this.#peerEnded && !this.#emittedEnd)) this.#deliverLater()
  }

  #peerTook() {
    if (this.peer.#arrivingBytes > 0 || this.destroyed) return
    if (this.#destroysSoon) return this.destroy()
    if (!this.#needsDrain) return
    this.#needsDrain = false
    this.#world.after(0, () => {
      if (!this.destroyed) this.emit('drain')
    })
  }
}

/** Both ends of a new connection. Neither reads until it is resumed. */
export function connectedPair(world: World, line: Line): [SimulatedSocket, SimulatedSocket] {
  const [one, other] = [new SimulatedSocket(world, line), new SimulatedSocket(world, line)]
  one.peer = other
  other.peer = one
  return [one, other]
}
