import { BorrowedChunk } from '@basalt/postgres-wire/borrowed-chunk.ts'
import { FromServer } from '@basalt/postgres-wire/message-codes.ts'
import { cstring, int32, message } from '@basalt/postgres-wire/write-message.ts'
import type { Network, ServerStream } from '../servers/network.ts'
import { MessageSplitter } from './message-splitter.ts'
import { ModelBackend } from './model-backend.ts'
import { type ModelDatabase, ModelError, ModelSession } from './model-session.ts'
import { connectedPair, type Line, type SimulatedSocket } from './simulated-socket.ts'
import type { World } from './world.ts'

/** How a simulated server behaves. */
export interface ServerBehaviour {
  line: Line
  /** The maximum number of simultaneous connections. */
  maxConnections: number
  /** The longest time to start a new connection, in milliseconds. */
  maxStartMs: number
  /** The longest time until a cancel request arrives, in milliseconds; 20 unless stated. */
  maxCancelMs?: number
}

/** What happens to a connection that logs in. */
export type Fate = 'starts' | 'is slow' | 'never answers' | 'breaks off' | 'is refused'
/** Longer than the gateway's timeout. */
const SLOW_MS = 20_000

/** PostgreSQL behind simulated connections. */
export class SimulatedPostgres implements Network {
  readonly backends = new Map<number, { backend: ModelBackend; socket: SimulatedSocket; role: string }>()
  /** The highest number of simultaneous connections so far. */
  peak = 0
  /** For connections opened later. */
  line: Line
  /** While it is down, every connection is refused. */
  isDown = false
  /** While it is stuck, it reads and sends nothing. */
  isStuck = false
  /** Decides what happens to the next connection. */
  fate: () => Fate = () => 'starts'
  /** The gateway's ends of all connections so far. */
  readonly gatewayEnds: SimulatedSocket[] = []
  readonly #world: World
  readonly #database: ModelDatabase
  readonly #behaviour: ServerBehaviour
  #pids = 100

  constructor(world: World, database: ModelDatabase, behaviour: ServerBehaviour) {
    this.#world = world
    this.#database = database
    this.#behaviour = behaviour
    this.line = behaviour.line
  }

  connect(): ServerStream {
    const [near, far] = connectedPair(this.#world, this.line)
    far.allowHalfOpen = true
    this.gatewayEnds.push(near)
    if (this.isDown) this.#world.after(1, () => near.destroy(new Error('ECONNREFUSED')))
    else this.#accept(far)
    const stream: ServerStream = {
      socket: near.asSocket(),
      onData: () => undefined,
      pause: () => near.pause(),
      resume: () => near.resume(),
    }
    near.on('data', (bytes) => BorrowedChunk.lend(bytes, bytes.length, (chunk) => stream.onData(chunk)))
    near.resume()
    return stream
  }

  cancel(_: unknown, { pid }: { pid: number }): Promise<void> {
    return new Promise((resolve) =>
      this.#world.after(this.#world.random.below(this.#behaviour.maxCancelMs ?? 20), () => {
        this.backends.get(pid)?.backend.cancel()
        resolve()
      }),
    )
  }

  /** Ends sessions as an administrator or a crash would. */
  kill(pid: number) {
    this.backends.get(pid)?.backend.terminate()
  }

  #accept(socket: SimulatedSocket) {
    let startup: Buffer = Buffer.alloc(0)
    const onStartup = (chunk: Buffer) => {
      startup = Buffer.concat([startup, chunk])
      if (startup.length < 4 || startup.length < startup.readUInt32BE(0)) return
      socket.off('data', onStartup)
      const { maxStartMs } = this.#behaviour
      const fate = this.fate()
      if (fate === 'never answers') return
      if (fate === 'breaks off') return this.#breakOff(socket)
      const startMs = maxStartMs === 0 ? 0 : this.#world.random.below(maxStartMs)
      this.#world.after(fate === 'is slow' ? SLOW_MS : startMs, () => {
        if (fate === 'is slow' && socket.hasPeerEnded) socket.destroySoon()
        else this.#start(socket, parametersOf(startup), fate === 'is refused')
      })
    }
    socket.on('error', () => undefined)
    socket.on('data', onStartup)
    socket.resume()
  }

  /** Closes in the middle of the first message. */
  #breakOff(socket: SimulatedSocket) {
    const first = message(FromServer.authentication, int32(0))
    socket.write(first.subarray(0, this.#world.random.below(first.length + 1)))
    socket.destroySoon()
  }

  #start(socket: SimulatedSocket, parameters: Map<string, string>, isRefused: boolean) {
    if (socket.destroyed) return
    const role = parameters.get('user') ?? ''
    for (const name of ['user', 'database']) parameters.delete(name)
    const refuse = (code: string, text: string) => {
      socket.write(
        message(
          FromServer.errorResponse,
          ...['SFATAL', 'VFATAL', `C${code}`, `M${text}`].map((one) => cstring(one)),
          Buffer.alloc(1),
        ),
      )
      socket.destroySoon()
    }
    if (isRefused) return refuse('57P03', 'the database system is starting up')
    if (this.backends.size >= this.#behaviour.maxConnections)
      return refuse('53300', 'sorry, too many clients already')
    let session: ModelSession
    try {
      session = new ModelSession(this.#database, parameters)
    } catch (error) {
      if (error instanceof ModelError) return refuse(error.sqlstate, error.message)
      throw error
    }
    const pid = ++this.#pids
    const splitter = new MessageSplitter()
    let isOver = false
    const backend = new ModelBackend(session, {
      send: (bytes) => {
        if (!this.isStuck) socket.write(bytes)
      },
      later: (ms, call) => void this.#world.after(ms, call),
      exit: () => {
        isOver = true
        this.backends.delete(pid)
        socket.destroySoon()
      },
    })
    this.backends.set(pid, { backend, socket, role })
    this.peak = Math.max(this.peak, this.backends.size)
    socket.on('data', (chunk: Buffer) => {
      if (this.isStuck) return
      for (const one of splitter.feed(chunk)) if (!isOver) backend.receive(one)
    })
    socket.on('end', () => backend.end())
    socket.on('close', () => backend.end())
    socket.write(message(FromServer.authentication, int32(0)))
    for (const [name, value] of session.reported())
      socket.write(message(FromServer.parameterStatus, cstring(name), cstring(value)))
    socket.write(message(FromServer.backendKeyData, int32(pid), int32(pid * 7)))
    socket.write(message(FromServer.readyForQuery, Buffer.from('I')))
  }
}

function parametersOf(packet: Buffer): Map<string, string> {
  const words = packet.toString('latin1', 8, packet.length - 2).split('\0')
  const parameters = new Map<string, string>()
  for (let at = 0; at + 1 < words.length; at += 2) parameters.set(words[at]!, words[at + 1]!)
  return parameters
}
