import { SOURCE_CONNECT_SECONDS } from '@basalt/contract/database-import/database-import.rules.ts'
import type {
  SourceAddress,
  SourceEncryption,
} from '@basalt/contract/database-import/source-address.rules.ts'

const SSLMODES: Readonly<Record<Exclude<SourceEncryption, 'verified'>, string>> = {
  none: 'disable',
  preferred: 'prefer',
  required: 'require',
}

/**
 * The connection string with which PostgreSQL itself connects to a source, in libpq's form of keywords and values. Each
 * keyword is ours and each value quoted, so that an address cannot add parameters, such as the path of a file. With
 * `addresses` it connects to those, whatever the host's name leads to later.
 */
export function conninfo(
  { host, port, user, password, database, encryption }: SourceAddress,
  addresses?: readonly string[],
): string {
  if (encryption === 'verified')
    throw new Error('PostgreSQL has no certificates here to verify a source with')
  const parts = {
    host: addresses === undefined ? host : addresses.map(() => host).join(','),
    ...(addresses !== undefined && { hostaddr: addresses.join(',') }),
    port: String(port),
    user,
    password,
    dbname: database,
    sslmode: SSLMODES[encryption],
    connect_timeout: String(SOURCE_CONNECT_SECONDS),
    application_name: 'basalt import',
  }
  return Object.entries(parts)
    .map(([keyword, value]) => `${keyword}=${quoted(value)}`)
    .join(' ')
}

/** The conninfo of a server that refuses at once, for subscriptions whose source is gone. */
export const NOWHERE = 'host=127.0.0.1 port=1 user=nobody password=none dbname=none connect_timeout=1'

const quoted = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
