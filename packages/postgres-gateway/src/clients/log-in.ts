import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import type { ScramCredentials } from '@basalt/postgres-wire/scram/scram-client.ts'
import { mockVerifier, readVerifier } from '@basalt/postgres-wire/scram/scram-verifier.ts'
import { serverMessages } from '@basalt/postgres-wire/server-messages.ts'
import { readStartupOptions } from '@basalt/postgres-wire/startup-options.ts'
import { NEWEST_MINOR } from '@basalt/postgres-wire/startup-packet.ts'
import type { Login, LoginWatch, PoolMode, Resolver, Route } from '../resolver.ts'
import { authenticate } from './authenticate.ts'
import { negotiate } from './negotiate.ts'
import type { PacketStream } from './packet-stream.ts'

const WRONG_PASSWORD = '28P01'
const NO = /^(?:false|off|no|0)$/i

export interface LoginContext {
  resolve: Resolver
  onLogin: LoginWatch
  secureContext: SecureContext | undefined
  /** What binds a login to an encrypted connection. */
  endPoint: Buffer | undefined
  /** Makes salts for those who do not exist. */
  mockSecret: Buffer
}

/** What came of a connection's first words. */
export type LoggedIn =
  | { kind: 'cancel'; pid: number; secret: Buffer }
  | {
      kind: 'client'
      socket: Socket
      route: Route
      credentials: ScramCredentials
      minor: number
      settings: Map<string, string>
    }

/** Encrypts, finds out who it is and lets them prove it. @throws PostgresError, ConnectionGone */
export async function logIn(
  stream: PacketStream,
  { mode, name: listener }: { mode: PoolMode; name: string },
  context: LoginContext,
): Promise<LoggedIn> {
  const remoteAddress = stream.socket.remoteAddress ?? ''
  const opening = await negotiate(stream, context.secureContext)
  if (opening.kind === 'cancel') return opening
  const { parameters, isEncrypted, minor, unknownOptions } = opening
  const user = parameters.get('user') ?? ''
  if (user === '') throw new PostgresError('28000', 'no PostgreSQL user name specified in startup packet')
  const settings = settingsIn(parameters)
  if (minor > NEWEST_MINOR || unknownOptions.length > 0)
    stream.socket.write(
      serverMessages.negotiateProtocolVersion(Math.min(minor, NEWEST_MINOR), unknownOptions),
    )
  const login: Login = {
    user: fromBytes(user),
    database: fromBytes(parameters.get('database') || user),
    mode,
    listener,
    remoteAddress,
    isEncrypted,
    isReplication: !NO.test(parameters.get('replication') ?? 'no'),
  }
  const route = await context.resolve(login)
  if (login.isReplication)
    throw new PostgresError('0A000', 'Replication is not possible through the pooler.', {
      hint: 'Use the direct connection.',
    })
  const known = route?.verifier === undefined ? undefined : readVerifier(route.verifier)
  const verifier = known ?? mockVerifier(context.mockSecret, `${login.user}\0${login.database}`)
  const clientKey = await authenticate(stream, {
    user,
    verifier,
    endPoint: isEncrypted ? context.endPoint : undefined,
  }).catch((error) => {
    if (error instanceof PostgresError && error.sqlstate === WRONG_PASSWORD) context.onLogin(login, false)
    throw error
  })
  context.onLogin(login, true)
  // A mock is never answered rightly, so here is a route.
  const credentials =
    route!.password === undefined
      ? { clientKey, serverKey: verifier.serverKey }
      : { password: route!.password }
  return { kind: 'client', socket: stream.socket, route: route!, credentials, minor, settings }
}

/** The settings of a startup packet; those in `options` give way to those that stand alone, as in PostgreSQL. */
function settingsIn(parameters: ReadonlyMap<string, string>): Map<string, string> {
  const settings = readStartupOptions(parameters.get('options') ?? '')
  for (const [name, value] of parameters) {
    if (!['user', 'database', 'options', 'replication'].includes(name))
      settings.set(name.toLowerCase(), value)
  }
  return settings
}

const fromBytes = (text: string) => Buffer.from(text, 'latin1').toString()
