import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { FromClient } from '@basalt/postgres-wire/message-codes.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import type { ScramCredentials } from '@basalt/postgres-wire/scram/scram-client.ts'
import { ScramServer } from '@basalt/postgres-wire/scram/scram-server.ts'
import { mockVerifier, readVerifier, type ScramVerifier } from '@basalt/postgres-wire/scram/scram-verifier.ts'
import { serverMessages } from '@basalt/postgres-wire/server-messages.ts'
import { readStartupOptions } from '@basalt/postgres-wire/startup-options.ts'
import { NEWEST_MINOR } from '@basalt/postgres-wire/startup-packet.ts'
import { SASL_MESSAGE_MAX_BYTES } from '../gateway.rules.ts'
import type { Login, LoginListener, PoolMode, Resolver, Route } from '../resolver.ts'
import { negotiate } from './negotiate.ts'
import type { PacketStream } from './packet-stream.ts'

const WRONG_PASSWORD = '28P01'
const NO = /^(?:false|off|no|0)$/i

export interface LoginContext {
  resolve: Resolver
  onLogin: LoginListener
  secureContext: SecureContext | undefined
  /** The certificate hash for SCRAM channel binding. */
  endPoint: Buffer | undefined
  /** Derives the salts of logins that do not exist. */
  mockSecret: Buffer
}

/** The result of a connection's startup phase. */
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

/** Negotiates encryption, resolves the login and authenticates it. @throws PostgresError, ConnectionGone */
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
  // A mock verifier never accepts a password, so there is a route.
  const credentials =
    route!.password === undefined
      ? { clientKey, serverKey: verifier.serverKey }
      : { password: route!.password }
  return { kind: 'client', socket: stream.socket, route: route!, credentials, minor, settings }
}

/** The settings of a startup packet. As in PostgreSQL, those in `options` have the lower precedence. */
function settingsIn(parameters: ReadonlyMap<string, string>): Map<string, string> {
  const settings = readStartupOptions(parameters.get('options') ?? '')
  for (const [name, value] of parameters) {
    if (!['user', 'database', 'options', 'replication'].includes(name))
      settings.set(name.toLowerCase(), value)
  }
  return settings
}

/**
 * Authenticates a connection by SCRAM; returns the client key that its proof reveals.
 * @throws PostgresError 28P01 with the same text for a wrong password and an unknown login
 */
async function authenticate(
  stream: PacketStream,
  { user, verifier, endPoint }: { user: string; verifier: ScramVerifier; endPoint: Buffer | undefined },
): Promise<Buffer> {
  const scram = new ScramServer(verifier, endPoint)
  stream.socket.write(serverMessages.saslMechanisms(scram.mechanisms))
  const initial = await stream.message(FromClient.password, SASL_MESSAGE_MAX_BYTES)
  const nameEnd = initial.indexOf(0)
  if (nameEnd < 0 || initial.length < nameEnd + 5) throw new PostgresError('08P01', 'malformed SCRAM message')
  const first = scram.first(initial.toString('latin1', 0, nameEnd), initial.toString('latin1', nameEnd + 5))
  stream.socket.write(serverMessages.saslContinue(first))
  const last = await stream.message(FromClient.password, SASL_MESSAGE_MAX_BYTES)
  const proven = scram.final(last.toString('latin1'))
  if (!proven)
    throw new PostgresError('28P01', `password authentication failed for user "${fromBytes(user)}"`)
  stream.socket.write(
    Buffer.concat([serverMessages.saslFinal(proven.serverFinal), serverMessages.authenticationOk()]),
  )
  return proven.clientKey
}

/** Startup packets hold bytes; names in them are nearly always UTF-8. */
const fromBytes = (text: string) => Buffer.from(text, 'latin1').toString()
