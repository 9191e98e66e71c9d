import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import {
  placeOf,
  type RemotePlace,
  relayedUserOf,
} from '@basalt/contract/foreign-servers/remote-place.rules.ts'
import { clientMessages } from '@basalt/postgres-wire/client-messages.ts'
import { FromClient, FromServer } from '@basalt/postgres-wire/message-codes.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { ScramServer } from '@basalt/postgres-wire/scram/scram-server.ts'
import { readVerifier } from '@basalt/postgres-wire/scram/scram-verifier.ts'
import { serverMessages } from '@basalt/postgres-wire/server-messages.ts'
import { readStartupPacket, type StartupPacket } from '@basalt/postgres-wire/startup-packet.ts'
import type { Reach } from '../../outgoing-requests/private-networks.ts'
import { type Dialled, dial, dialAddress } from './dial.ts'
import { takeBytes, takeMessage } from './read-bytes.ts'
import {
  RELAY_CANCEL_AGAIN_MS,
  RELAY_CANCEL_MS,
  RELAY_CLOSE_MS,
  RELAY_CONNECTIONS_MAX,
  RELAY_GREETING_MS,
  RELAY_LOGIN_MS,
  STARTUP_BYTES_MAX,
} from './relay.rules.ts'
import type { RelayLogin } from './relay-login.ts'
import { logInThere } from './remote-login.ts'

interface Deps {
  readonly reach: Reach
  /** The login with this id that the database may use. */
  readonly findLogin: (id: string) => Promise<RelayLogin | undefined>
  readonly onError: (error: unknown) => void
}

type Startup = StartupPacket & { kind: 'startup' }

/** What has to be known to cancel the query of a session at another server. */
interface RemoteSession {
  readonly place: RemotePlace
  readonly address: string
  readonly pid: number
  readonly secret: Buffer
}

/** The connections of one database to other servers. */
export function relayConnections({ reach, findLogin, onError }: Deps) {
  const open = new Set<Socket>()
  /** By their keys as text. */
  const sessions = new Map<string, RemoteSession>()
  /** Those that the database left while their server was at work. */
  const abandoned = new Set<RemoteSession>()
  const closing = new AbortController()

  const accept = (client: Socket) => {
    client.on('error', () => undefined)
    client.once('close', () => open.delete(client))
    if (open.size >= RELAY_CONNECTIONS_MAX) {
      refuse(client, tooMany())
      return
    }
    open.add(client)
    serve(client).catch((error) => {
      // A database that leaves while it logs in is no failure.
      if (client.destroyed) return
      if (!(error instanceof PostgresError)) onError(error)
      refuse(client, error instanceof PostgresError ? error : broken())
    })
  }

  const serve = async (client: Socket) => {
    const greeting = await within(RELAY_GREETING_MS, client, () => readStartup(client))
    if (greeting.kind === 'cancel') return cancel(client, greeting)
    const { login, place } = await within(RELAY_GREETING_MS, client, () => prove(client, greeting))
    const remote = await enter(client, greeting, { login, place })
    try {
      await join(client, remote, place)
    } catch (error) {
      remote.socket.destroy()
      throw error
    }
  }

  /** Has the database prove its token, and tells where it wants to go. */
  const prove = async (client: Socket, { parameters }: Startup) => {
    if (parameters.has('replication'))
      throw new PostgresError('0A000', 'Replication does not run over foreign servers.')
    const id = relayedUserOf(parameters.get('user') ?? '')?.id
    const login = id === undefined ? undefined : await findLogin(id)
    const verifier = login && readVerifier(login.verifier)
    if (!login || !verifier) throw unknownLogin()
    const scram = new ScramServer(verifier, undefined)
    client.write(serverMessages.saslMechanisms(scram.mechanisms))
    const initial = await takePassword(client)
    const nameEnd = initial.indexOf(0)
    client.write(
      serverMessages.saslContinue(
        scram.first(initial.toString('latin1', 0, nameEnd), initial.toString('latin1', nameEnd + 5)),
      ),
    )
    const proven = scram.final((await takePassword(client)).toString('latin1'))
    if (!proven) throw new PostgresError('28P01', 'The token of this login is wrong. Set the login again.')
    const place = placeOf(parameters.get('database') ?? '')
    if (!place) throw noPlace()
    if (place.host !== login.place.host || place.port !== login.place.port) throw elsewhere(login)
    client.write(serverMessages.saslFinal(proven.serverFinal))
    return { login, place }
  }

  /** Dials the other server and logs in, unless the database leaves meanwhile. */
  const enter = async (
    client: Socket,
    { parameters }: Startup,
    { login, place }: { login: RelayLogin; place: RemotePlace },
  ): Promise<Dialled> => {
    const ending = new AbortController()
    const left = () => ending.abort(new PostgresError('08006', 'The database left.'))
    client.once('close', left)
    // A close is noticed only while something is read; the database says nothing until it is in.
    client.once('readable', left)
    client.once('end', left)
    const timer = setTimeout(() => ending.abort(tooSlow(place)), RELAY_LOGIN_MS)
    let dialled: Dialled | undefined
    const stop = () => dialled?.socket.destroy()
    ending.signal.addEventListener('abort', stop)
    try {
      dialled = await dial(place, reach, ending.signal)
      await logInThere(dialled, {
        user: login.user,
        password: login.password,
        parameters: new Map([
          ...parameters,
          ['user', bytesOf(login.user)],
          ['database', bytesOf(place.database)],
        ]),
      })
      ending.signal.throwIfAborted()
      return dialled
    } catch (error) {
      dialled?.socket.destroy()
      ending.signal.throwIfAborted()
      throw error
    } finally {
      clearTimeout(timer)
      for (const event of ['close', 'readable', 'end']) client.off(event, left)
      ending.signal.removeEventListener('abort', stop)
    }
  }

  /** Passes everything on from now on, both ways. */
  const join = async (client: Socket, { socket: remote, address }: Dialled, place: RemotePlace) => {
    client.write(serverMessages.authenticationOk())
    const key = await within(RELAY_LOGIN_MS, remote, () => untilReady(remote, client))
    const session = key && { place, address, pid: key.readInt32BE(0), secret: key.subarray(4) }
    if (session) {
      const name = keyOf(session)
      sessions.set(name, session)
      remote.once('close', () => sessions.delete(name))
    }
    client.pipe(remote)
    remote.pipe(client)
    endTogether(client, remote, () => {
      if (session) abandon(session).catch(onError)
    })
  }

  /** As PostgreSQL does, it answers nothing; the end of the connection says that the request was passed on. */
  const cancel = async (client: Socket, key: StartupPacket & { kind: 'cancel' }) => {
    const session = sessions.get(keyOf(key))
    if (session) await cancelThere(session)
    client.end()
  }

  /**
   * Cancels the query of a session that the database left: PostgreSQL reads the end of a connection only between two
   * queries. A server that is frozen or out of reach gets the request again for some minutes.
   */
  const abandon = async (session: RemoteSession) => {
    if (abandoned.size >= RELAY_CONNECTIONS_MAX) return
    abandoned.add(session)
    try {
      let isEnded = await isCancelled(session)
      for (const wait of RELAY_CANCEL_AGAIN_MS) {
        if (isEnded) return
        await delay(wait, undefined, { signal: closing.signal, ref: false })
        isEnded = await isCancelled(session)
      }
    } catch (error) {
      if (!closing.signal.aborted) throw error
    } finally {
      abandoned.delete(session)
    }
  }

  return {
    accept,
    /** Breaks all of them. */
    close() {
      closing.abort()
      for (const client of open) client.destroy()
    },
  }
}

/** @throws PostgresError when the server does not take the request in time, or cannot be connected to */
async function cancelThere({ place, address, pid, secret }: RemoteSession): Promise<void> {
  const signal = AbortSignal.timeout(RELAY_CANCEL_MS)
  try {
    const { socket } = await dialAddress(place, address, signal)
    signal.addEventListener('abort', () => socket.destroy(), { once: true })
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.resume()
    socket.end(clientMessages.cancel(pid, secret))
    await closed
    signal.throwIfAborted()
  } catch (error) {
    if (signal.aborted) throw notCancelled(place)
    throw error
  }
}

async function isCancelled(session: RemoteSession): Promise<boolean> {
  try {
    await cancelThere(session)
    return true
  } catch (error) {
    if (error instanceof PostgresError) return false
    throw error
  }
}

/** Reads what the database begins with; encryption is not offered, since nobody else can enter the socket. */
async function readStartup(client: Socket): Promise<Startup | (StartupPacket & { kind: 'cancel' })> {
  for (;;) {
    const length = (await takeBytes(client, 4)).readInt32BE(0) - 4
    if (length < 4 || length > STARTUP_BYTES_MAX)
      throw new PostgresError('08P01', 'invalid length of startup packet')
    const packet = readStartupPacket(await takeBytes(client, length))
    if (packet.kind === 'cancel') return packet
    if (packet.kind === 'startup') {
      // The other server is asked for no newer version, and for no options that this one does not know.
      if (packet.minor > 0 || packet.unknownOptions.length > 0)
        client.write(serverMessages.negotiateProtocolVersion(0, packet.unknownOptions))
      return packet
    }
    client.write('N')
  }
}

async function takePassword(client: Socket): Promise<Buffer> {
  const { type, body } = await takeMessage(client)
  if (type !== FromClient.password) throw new PostgresError('08P01', 'expected a password')
  return body
}

/** Passes on what follows a login, and returns the key that cancels the session. */
async function untilReady(remote: Socket, client: Socket): Promise<Buffer | undefined> {
  let key: Buffer | undefined
  for (;;) {
    const { type, bytes, body } = await takeMessage(remote)
    client.write(bytes)
    if (type === FromServer.backendKeyData) key = body
    if (type === FromServer.readyForQuery || type === FromServer.errorResponse) return key
  }
}

/** Runs work that reads from a socket, which ends after a time. */
async function within<T>(ms: number, socket: Socket, work: () => Promise<T>): Promise<T> {
  let isLate = false
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    isLate = true
    reject(new PostgresError('08006', 'Logging in took too long.'))
  }, ms)
  const done = work()
  // It fails once the socket is destroyed.
  done.catch(() => undefined)
  try {
    return await Promise.race([done, late])
  } finally {
    clearTimeout(timer)
    if (isLate) socket.pause()
  }
}

/**
 * The end of one connection ends the other, after what was sent to it. A server that does not react is left, with a call of
 * `onLeft`: it may be in the middle of a query.
 */
function endTogether(client: Socket, remote: Socket, onLeft: () => void) {
  let timer: NodeJS.Timeout | undefined
  const leave = () => {
    if (timer || remote.closed) return
    remote.end()
    timer = setTimeout(() => {
      remote.destroy()
      client.destroy()
      onLeft()
    }, RELAY_CLOSE_MS)
  }
  remote.once('close', () => {
    clearTimeout(timer)
    // Nobody reads what the database sends after that, so its end would go unnoticed.
    client.destroySoon()
  })
  client.once('end', leave)
  client.once('close', leave)
}

function refuse(client: Socket, error: PostgresError) {
  const timer = setTimeout(() => client.destroy(), RELAY_CLOSE_MS)
  client.once('close', () => clearTimeout(timer))
  client.resume()
  client.end(serverMessages.error(error))
}

const keyOf = ({ pid, secret }: Pick<RemoteSession, 'pid' | 'secret'>) => `${pid} ${secret.toString('hex')}`

/** Text as the startup packet holds it. */
const bytesOf = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

const unknownLogin = () =>
  new PostgresError('28000', 'This database has no such login. Set it again on the page Wrappers.', {
    hint: 'Logins are kept outside of the database, and copies of it do not get them.',
  })

const noPlace = () =>
  new PostgresError(
    '28000',
    'The option dbname of the server names no place, such as postgresql://db.example.com:5432/shop.',
  )

const elsewhere = ({ place: { host, port } }: RelayLogin) =>
  new PostgresError(
    '28000',
    `The login was entered for ${host}:${port} and is sent nowhere else. Set it again on the page Wrappers.`,
  )

const tooSlow = ({ host, port }: RemotePlace) =>
  new PostgresError(
    '08001',
    `${host}:${port} did not answer within ${RELAY_LOGIN_MS / 1000} seconds. A firewall may be in between.`,
  )

const notCancelled = ({ host, port }: RemotePlace) =>
  new PostgresError(
    '08006',
    `${host}:${port} did not take the request to cancel within ${RELAY_CANCEL_MS / 1000} seconds.`,
  )

const tooMany = () =>
  new PostgresError(
    '53300',
    `This database has ${RELAY_CONNECTIONS_MAX} connections to other servers already. Close some sessions, or set keep_connections to off for its servers.`,
  )

const broken = () =>
  new PostgresError('58000', 'Basalt could not pass the connection on. Try again; its log has the reason.')
