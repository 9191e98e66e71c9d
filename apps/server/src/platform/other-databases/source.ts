import { isIP } from 'node:net'
import {
  SOURCE_CONNECT_SECONDS,
  SOURCE_LOCK_SECONDS,
} from '@basalt/contract/database-import/database-import.rules.ts'
import {
  type SourceAddress,
  type SourceEncryption,
  sourceAddress,
} from '@basalt/contract/database-import/source-address.rules.ts'
import pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import type { Reach } from '../outgoing-requests/private-networks.ts'
import { publicAddresses } from '../outgoing-requests/public-addresses.ts'
import { breakConnection } from '../project-databases/project-connection.ts'
import { conninfo } from './conninfo.ts'

export interface Dialling {
  readonly reach: Reach
  readonly signal: AbortSignal
}

export interface Source extends SourceAddress {
  /** The connection string for PostgreSQL itself, with the addresses that its host has now unless all may be connected to. */
  conninfo(): Promise<string>
  /** Runs work over a connection of its own, and ends it. Throws `upstream_failed` when there is none. */
  during<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
}

/** Values are read as they are written, whatever the settings of the source. */
const SESSION = `
  set statement_timeout = 0; set lock_timeout = '${SOURCE_LOCK_SECONDS}s'; set idle_in_transaction_session_timeout = 0;
  set search_path = ''; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set row_security = off`

/**
 * The database of a connection string. Throws `validation_failed`, also later for a host that is out of reach. `signal`
 * ends its connections.
 */
export function sourceAt(connectionString: string, { reach, signal }: Dialling): Source {
  const address = sourceAddress(connectionString)
  if (typeof address === 'string')
    throw new AppError('validation_failed', address, {
      details: { issues: [{ path: 'connection_string', message: address }] },
    })
  return {
    ...address,
    conninfo: async () => conninfo(address, await addressesOf(address, reach)),
    async during(work) {
      const client = await connect(address, await addressesOf(address, reach), signal)
      const stop = () => breakConnection(client)
      signal.addEventListener('abort', stop, { once: true })
      try {
        signal.throwIfAborted()
        await client.query(SESSION)
        return await work(client)
      } catch (error) {
        signal.throwIfAborted()
        throw error
      } finally {
        signal.removeEventListener('abort', stop)
        await client.end().catch(() => undefined)
      }
    },
  }
}

/** The ways to connect, in order. */
const ATTEMPTS: Readonly<Record<SourceEncryption, readonly ((pg.ClientConfig['ssl'] & object) | false)[]>> = {
  none: [false],
  preferred: [{ rejectUnauthorized: false }, false],
  required: [{ rejectUnauthorized: false }],
  verified: [{ rejectUnauthorized: true }],
}

/** What to connect to: the host, which may have any address, or the addresses that it has and may have. */
async function addressesOf({ host }: SourceAddress, reach: Reach): Promise<readonly string[] | undefined> {
  if (reach.isUnlimited) return undefined
  return (await publicAddresses(host, { reach, field: 'connection_string' })).addresses
}

async function connect(
  { encryption, ...target }: SourceAddress,
  addresses: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<pg.Client> {
  let failure: Error | undefined
  const attempts = (addresses ?? [target.host]).flatMap((host) =>
    ATTEMPTS[encryption].map((ssl) => ({ host, ssl })),
  )
  for (const { host, ssl } of attempts) {
    signal.throwIfAborted()
    const client = new pg.Client({
      ...target,
      host,
      // The certificate is the name's, not the address's.
      ssl: ssl && { ...ssl, ...(isIP(target.host) === 0 && { servername: target.host }) },
      connectionTimeoutMillis: SOURCE_CONNECT_SECONDS * 1000,
      application_name: 'basalt import',
    })
    // A connection that breaks between two statements fails the next one.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      breakConnection(client)
      failure = error as Error
      if (!/does not support SSL/.test(failure.message)) break
    }
  }
  throw unreachable(target, failure!)
}

const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED:
    'nothing accepts connections there. Check host and port, and that PostgreSQL listens on more than localhost.',
  ENOTFOUND: 'this name is unknown to this server.',
  EAI_AGAIN: 'this name is unknown to this server.',
  ETIMEDOUT: 'it does not answer. A firewall may be in between.',
  EHOSTUNREACH: 'there is no route to it.',
  '28P01': 'it refuses the password.',
  '3D000': 'it has no database of this name.',
}

function unreachable({ host, port }: { host: string; port: number }, cause: Error) {
  const { code = '' } = cause as { code?: string }
  const isTimeout = /timeout/i.test(cause.message)
  const reason = ADVICE[code] ?? (isTimeout ? ADVICE.ETIMEDOUT! : `${cause.message}.`)
  return new AppError('upstream_failed', `Cannot connect to ${host}:${port}: ${reason}`, { cause })
}
