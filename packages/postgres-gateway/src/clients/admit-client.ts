import { TransactionStatus } from '@basalt/postgres-wire/message-codes.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { serverMessages } from '@basalt/postgres-wire/server-messages.ts'
import type { PoolMode, Route } from '../resolver.ts'
import type { LoginPool } from '../servers/login-pool.ts'
import type { LoginPools } from '../servers/login-pools.ts'
import { ClientConnection } from './client-connection.ts'
import type { ClientRegistry } from './client-registry.ts'
import type { LoggedIn } from './log-in.ts'
import type { PacketStream } from './packet-stream.ts'
import type { Relay } from './relay.ts'
import { SessionRelay } from './session-relay.ts'
import { TransactionRelay } from './transaction-relay.ts'

interface Context {
  mode: PoolMode
  clients: ClientRegistry
  pools: LoginPools
}

/** Attaches an authenticated client to its pool. @throws PostgresError when the group is full or no server answers */
export async function admitClient(
  { socket, route, credentials, minor, settings }: Extract<LoggedIn, { kind: 'client' }>,
  stream: Pick<PacketStream, 'release'>,
  { mode, clients, pools }: Context,
): Promise<void> {
  if (!clients.admit(quotaOf(route), route.maxClients))
    throw new PostgresError('53300', 'sorry, too many clients already', {
      detail: `This project takes ${route.maxClients} clients at a time through the pooler.`,
      hint: 'Close connections that are not used.',
    })
  const pool = pools.of(mode, route, credentials)
  const startupSettings = pool.intern(settings)
  const client = new ClientConnection({ socket, minor, startupSettings })
  const onClose = () => client.gone.abort()
  socket.once('close', onClose)
  pool.counts.clients += 1
  let forget: () => void = () => undefined
  const leave = () => {
    pool.counts.clients -= 1
    forget()
    clients.leave(quotaOf(route))
  }
  let relay: Relay
  try {
    relay = await (mode === 'session' ? enterSession : enterTransactions)(client, pool, leave)
  } catch (error) {
    leave()
    throw error instanceof PostgresError ? fatal(error) : error
  }
  socket.off('close', onClose)
  client.pid = client.server?.pid ?? clients.freePid()
  forget = clients.add(route.group, relay)
  const key = (route.cancelsAtServer && client.server) || client
  socket.write(
    Buffer.concat([
      ...[...client.seen].map(([name, value]) => serverMessages.parameterStatus(name, value)),
      serverMessages.backendKeyData(key.pid, key.secret),
      serverMessages.readyForQuery(TransactionStatus.idle),
    ]),
  )
  relay.start(stream.release())
}

async function enterSession(client: ClientConnection, pool: LoginPool, leave: () => void): Promise<Relay> {
  const { startupSettings, gone } = client
  const server = pool.pool.take(startupSettings) ?? (await pool.pool.wait(startupSettings, gone.signal))
  client.seen = server.parameters
  const relay = new SessionRelay(client, pool, leave)
  relay.attach(server)
  return relay
}

/** Applies the startup settings once; the parameters that the server reports then are cached for later clients. */
async function enterTransactions(
  client: ClientConnection,
  pool: LoginPool,
  leave: () => void,
): Promise<Relay> {
  const { startupSettings, gone } = client
  let seen = pool.loginParameters.get(startupSettings)
  if (!seen) {
    const server = pool.pool.take(startupSettings) ?? (await pool.pool.wait(startupSettings, gone.signal))
    try {
      await pool.apply(server, startupSettings)
      seen = server.parameters
      pool.loginParameters.set(startupSettings, seen)
    } finally {
      await pool.reclaim(server, { isSettled: true, isDirty: false })
    }
  }
  client.seen = seen
  return new TransactionRelay(client, pool, leave)
}

const quotaOf = ({ group, quotaGroup = group }: Route) => quotaGroup

/** An error before admission ends the connection. */
const fatal = ({ sqlstate, message, detail, hint }: PostgresError) =>
  new PostgresError(sqlstate, message, {
    ...(detail !== undefined && { detail }),
    ...(hint !== undefined && { hint }),
  })
