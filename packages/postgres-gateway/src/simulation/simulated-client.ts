import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { FromServer } from '@basalt/postgres-wire/message-codes.ts'
import { errorFields } from '@basalt/postgres-wire/postgres-error.ts'
import { serverMessages } from '@basalt/postgres-wire/server-messages.ts'
import { asPostgresError } from '../clients/relay.ts'
import type { GatewayCore } from '../gateway-core.ts'
import type { PoolMode, Route } from '../resolver.ts'
import { MessageSplitter } from './message-splitter.ts'
import type { Script } from './script.ts'
import { connectedPair, type Line, type SimulatedSocket } from './simulated-socket.ts'
import type { World } from './world.ts'

/** A message without what differs between servers; undefined for one that may arrive at any time. */
export function describe(bytes: Buffer): string | undefined {
  const type = bytes[0]!
  if (type === FromServer.parameterStatus || type === FromServer.backendKeyData) return undefined
  const letter = String.fromCharCode(type)
  if (type !== FromServer.errorResponse)
    return `${letter} ${bytes.toString('latin1', 5).replaceAll('\0', '·')}`
  const fields = errorFields(bytes)
  return `E ${fields.get('V')} ${fields.get('C')} ${fields.get('M')}`
}

/** A client that logs in, follows its script and records the replies. */
export class SimulatedClient {
  readonly script: Script
  readonly received: string[] = []
  /** The error before its first ReadyForQuery, if the login failed. */
  refusal: string | undefined
  isClosed = false
  hasLeft = false
  /** Where it breaks off: the number of the batch, and of the byte in it. */
  readonly #breaksAt: { batch: number; byte: number } | undefined
  readonly #world: World
  readonly #socket: SimulatedSocket
  readonly #far: SimulatedSocket
  readonly #splitter = new MessageSplitter()
  /** The total number of ReadyForQuery after each batch, according to the oracle. */
  readonly #expectedReady: readonly number[]
  #ready = -1
  #next = 0
  #isSending = false
  /** Cancel requests in flight. */
  #cancelling = 0
  #key: { pid: number; secret: Buffer } | undefined
  #core: GatewayCore | undefined

  constructor(world: World, script: Script, options: { line: Line; expectedReady: readonly number[] }) {
    this.#world = world
    this.script = script
    this.#expectedReady = options.expectedReady
    const [near, far] = connectedPair(world, options.line)
    this.#socket = near
    this.#far = far
    if (script.exit === 'break') {
      const batch = world.random.below(script.batches.length)
      this.#breaksAt = { batch, byte: world.random.below(script.batches[batch]!.bytes.length + 1) }
    }
    near.on('data', (chunk: Buffer) => {
      for (const one of this.#splitter.feed(chunk)) this.#receive(one)
      this.#continue()
    })
    near.on('error', () => undefined)
    near.on('close', () => (this.isClosed = true))
  }

  /** Connects as a client that has already logged in. */
  async enter(core: GatewayCore, mode: PoolMode, route: Route) {
    this.#core = core
    const far = this.#far
    far.on('error', () => undefined)
    this.#socket.resume()
    try {
      await core.admitClient(
        {
          kind: 'client',
          socket: far.asSocket(),
          route,
          credentials: { password: '' },
          minor: 0,
          settings: new Map(this.script.settings),
        },
        { release: () => Buffer.alloc(0) },
        mode,
      )
    } catch (error) {
      if (far.writable) far.end(serverMessages.error(asPostgresError(error)))
      far.destroySoon()
    }
  }

  /** How many ReadyForQuery it received since it logged in. */
  get ready() {
    return Math.max(0, this.#ready)
  }

  get isLoggedIn() {
    return this.#ready >= 0
  }

  /** The gateway's end of its connection. */
  get gatewayEnd() {
    return this.#far
  }

  /** Its cancel key, once it has logged in. */
  get key() {
    return this.#key
  }

  /** Reads nothing for a while. */
  pauseReading(ms: number) {
    this.#socket.pause()
    this.#world.after(ms, () => this.#socket.resume())
  }

  /** Disconnects at once. */
  vanish() {
    this.hasLeft = true
    this.#socket.destroy()
  }

  #receive(bytes: Buffer) {
    const isReady = bytes[0] === FromServer.readyForQuery
    if (this.#ready < 0) {
      if (isReady) this.#ready = 0
      else if (bytes[0] === FromServer.backendKeyData)
        this.#key = { pid: bytes.readInt32BE(5), secret: Buffer.from(bytes.subarray(9)) }
      else if (bytes[0] === FromServer.errorResponse) this.refusal = describe(bytes)
      return
    }
    if (isReady) this.#ready += 1
    const message = describe(bytes)
    if (message !== undefined) this.received.push(message)
  }

  #continue() {
    if (this.#isSending || this.#cancelling > 0 || this.hasLeft || this.isClosed || this.#ready < 0) return
    const batch = this.script.batches[this.#next]
    const isAnswered = this.#ready >= (this.#expectedReady[this.#next - 1] ?? 0)
    if (batch ? batch.waits && !isAnswered : this.script.readsBeforeExit && !isAnswered) return
    this.#isSending = true
    this.#world.after(batch?.afterMs ?? 0, () => {
      this.#isSending = false
      if (this.isClosed || this.hasLeft) return
      if (batch) this.#send(batch.bytes)
      else this.#leave()
      this.#continue()
    })
  }

  #send(bytes: Buffer) {
    const at = this.#breaksAt
    if (at && at.batch === this.#next) {
      this.#socket.write(Buffer.from(bytes.subarray(0, at.byte)))
      this.hasLeft = true
      if (this.#world.chance(50)) this.#socket.destroySoon()
      return
    }
    this.#next += 1
    this.#socket.write(Buffer.from(bytes))
    if (this.script.batches[this.#next - 1]!.isCancelled)
      this.#cancelUntil(this.#expectedReady[this.#next - 1]!)
  }

  /** Sends cancel requests repeatedly until the batch is answered, and nothing else while one is in flight. */
  #cancelUntil(ready: number) {
    const everyMs = 1 + this.#world.random.below(this.#world.random.oneOf([4, 400]))
    this.#world.after(everyMs, () => {
      if (this.isClosed || this.hasLeft || this.#ready >= ready) return
      this.#cancelling += 1
      void this.#core!.cancel(this.#key!.pid, this.#key!.secret).then(() => {
        this.#cancelling -= 1
        this.#continue()
      })
      this.#cancelUntil(ready)
    })
  }

  #leave() {
    this.hasLeft = true
    const { exit } = this.script
    if (exit === 'terminate') this.#socket.end(clientMessages.terminate())
    else if (exit === 'close') this.#socket.end()
  }
}
