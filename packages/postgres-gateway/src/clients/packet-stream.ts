import type { Socket } from 'node:net'
import { FromClient } from '@basalt/postgres-wire/message-codes.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'

/** Reads the packets that a connection sends before it has logged in. */
export class PacketStream {
  socket: Socket
  #read = Buffer.alloc(0)
  #wake: (() => void) | undefined
  #isEnded = false
  readonly #onData = (chunk: Buffer) => {
    this.#read = Buffer.concat([this.#read, chunk])
    // The protocol takes one packet at a time here, so no client has to send more before the reply.
    this.socket.pause()
    this.#wake?.()
  }
  readonly #onEnd = () => {
    this.#isEnded = true
    this.#wake?.()
  }

  constructor(socket: Socket) {
    this.socket = socket
    this.#listen()
  }

  /** Whether bytes have arrived that were not requested yet. */
  get hasMore() {
    return this.#read.length > 0
  }

  async firstByte(): Promise<number> {
    await this.#until(1)
    return this.#read[0]!
  }

  /** A packet without a type byte, such as the startup packet; returns what follows its length. */
  async packet(maxBytes: number): Promise<Buffer> {
    await this.#until(4)
    const length = this.#read.readUInt32BE(0)
    // Some drivers abort a connection with a Terminate message; PostgreSQL does not answer it either.
    if (length === TERMINATE) throw new ConnectionGone()
    if (length < 8 || length > maxBytes) throw new PostgresError('08P01', 'invalid length of startup packet')
    return this.#take(length).then((packet) => packet.subarray(4))
  }

  /** A message of the expected type; returns what follows its length. */
  async message(type: number, maxBytes: number): Promise<Buffer> {
    await this.#until(5)
    if (this.#read[0] === FromClient.terminate) throw new ConnectionGone()
    if (this.#read[0] !== type)
      throw new PostgresError('08P01', `expected SASL response, got message type ${this.#read[0]}`)
    const length = this.#read.readUInt32BE(1)
    if (length < 4 || length > maxBytes) throw new PostgresError('08P01', 'invalid message length')
    return this.#take(length + 1).then((message) => message.subarray(5))
  }

  /** Stops reading from the socket; returns the bytes that were read and not requested. */
  release(): Buffer {
    this.socket.off('data', this.#onData).off('close', this.#onEnd).off('end', this.#onEnd)
    const rest = this.#read
    this.#read = Buffer.alloc(0)
    return rest
  }

  /** Continues with another socket, the encrypted one. */
  switchTo(socket: Socket) {
    this.socket = socket
    this.#listen()
  }

  #listen() {
    this.socket.on('data', this.#onData).on('close', this.#onEnd).on('end', this.#onEnd)
    this.socket.pause()
  }

  async #take(bytes: number) {
    await this.#until(bytes)
    const taken = this.#read.subarray(0, bytes)
    this.#read = this.#read.subarray(bytes)
    return taken
  }

  async #until(bytes: number) {
    while (this.#read.length < bytes) {
      if (this.#isEnded) throw new ConnectionGone()
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        this.socket.resume()
      })
      this.#wake = undefined
    }
  }
}

/** The first bytes of a Terminate message, read as a length. */
const TERMINATE = (FromClient.terminate << 24) >>> 0

/** The client has disconnected, so there is no one to answer. */
export class ConnectionGone extends Error {}
