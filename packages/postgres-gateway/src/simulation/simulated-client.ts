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

/** A message as far as two servers would send the same; undefined for one that may arrive at any time. */
export function tell(bytes: Buffer): string | undefined {
  const type = bytes[0]!
  if (type === FromServer.parameterStatus || type === FromServer.backendKeyData) return undefined
  const letter = String.fromCharCode(type)
  if (type !== FromServer.errorResponse)
    return `${letter} ${bytes.toString('latin1', 5).replaceAll('\0', '·')}`
  const fields = errorFields(bytes)
  return `E ${fields.get('V')} ${fields.get('C')} ${fields.get('M')}`
}

/** A client that logs in, follows its script and records the answers. */
export class SimulatedClient {
  readonly script: Script
  readonly heard: string[] = []
  /** The answer before its first ReadyForQuery, if the login failed. */
  refusal: string | undefined
  isClosed = false
  hasLeft = false
  /** Where in the bytes of a batch it breaks off: the number of the batch and of the byte. */
  readonly #breaksAt: { batch: number; byte: number } | undefined
  readonly #world: World
  readonly #socket: SimulatedSocket
  readonly #far: SimulatedSocket
  readonly #splitter = new MessageSplitter()
  /** How many ReadyForQuery all answers to the batches up to each have, as the oracle says. */
  readonly #expectedReady: readonly number[]
  #ready = -1
  #next = 0
  #isSending = false
  /** Cancel requests on their way. */
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
    if (script.farewell === 'break') {
      const batch = world.random.below(script.batches.length)
      this.#breaksAt = { batch, byte: world.random.below(script.batches[batch]!.bytes.length + 1) }
    }
    near.on('data', (chunk: Buffer) => {
      for (const one of this.#splitter.feed(chunk)) this.#hear(one)
      this.#goOn()
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
      await core.welcome(
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

  /** ReadyForQuery heard since it logged in. */
  get ready() {
    return Math.max(0, this.#ready)
  }

  get isIn() {
    return this.#ready >= 0
  }

  /** The gateway's end of its connection. */
  get gatewayEnd() {
    return this.#far
  }

  /** What it was told to cancel with, once it is in. */
  get key() {
    return this.#key
  }

  /** Reads nothing for a while. */
  isDeafFor(ms: number) {
    this.#socket.pause()
    this.#world.after(ms, () => this.#socket.resume())
  }

  /** Disconnects, whatever it was about to do. */
  vanish() {
    this.hasLeft = true
    this.#socket.destroy()
  }

  #hear(bytes: Buffer) {
    const isReady = bytes[0] === FromServer.readyForQuery
    if (this.#ready < 0) {
      if (isReady) this.#ready = 0
      else if (bytes[0] === FromServer.backendKeyData)
        this.#key = { pid: bytes.readInt32BE(5), secret: Buffer.from(bytes.subarray(9)) }
      else if (bytes[0] === FromServer.errorResponse) this.refusal = tell(bytes)
      return
    }
    if (isReady) this.#ready += 1
    const told = tell(bytes)
    if (told !== undefined) this.heard.push(told)
  }

  #goOn() {
    if (this.#isSending || this.#cancelling > 0 || this.hasLeft || this.isClosed || this.#ready < 0) return
    const batch = this.script.batches[this.#next]
    const isHeard = this.#ready >= (this.#expectedReady[this.#next - 1] ?? 0)
    if (batch ? batch.waits && !isHeard : this.script.readsBeforeFarewell && !isHeard) return
    this.#isSending = true
    this.#world.after(batch?.afterMs ?? 0, () => {
      this.#isSending = false
      if (this.isClosed || this.hasLeft) return
      if (batch) this.#send(batch.bytes)
      else this.#leave()
      this.#goOn()
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

  /** Asks for it again and again, as somebody who is impatient does. Sends nothing else while a request is under way. */
  #cancelUntil(ready: number) {
    const everyMs = 1 + this.#world.random.below(this.#world.random.oneOf([4, 400]))
    this.#world.after(everyMs, () => {
      if (this.isClosed || this.hasLeft || this.#ready >= ready) return
      this.#cancelling += 1
      void this.#core!.cancel(this.#key!.pid, this.#key!.secret).then(() => {
        this.#cancelling -= 1
        this.#goOn()
      })
      this.#cancelUntil(ready)
    })
  }

  #leave() {
    this.hasLeft = true
    const { farewell } = this.script
    if (farewell === 'terminate') this.#socket.end(clientMessages.terminate())
    else if (farewell === 'close') this.#socket.end()
  }
}
