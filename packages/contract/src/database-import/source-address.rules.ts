/** Where a database is imported from. */
export interface SourceAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  readonly encryption: SourceEncryption
}

/** `preferred` uses TLS when the server offers it; only `verified` checks its certificate. As libpq's `sslmode`. */
export type SourceEncryption = 'none' | 'preferred' | 'required' | 'verified'

const ENCRYPTION: Readonly<Record<string, SourceEncryption>> = {
  disable: 'none',
  allow: 'preferred',
  prefer: 'preferred',
  require: 'required',
  'verify-ca': 'verified',
  'verify-full': 'verified',
}

const EXAMPLE = 'postgresql://user:password@host:5432/database'

/** Reads a connection string. A text says what is wrong with it, without repeating it, as it holds a password. */
export function sourceAddress(text: string): SourceAddress | string {
  const trimmed = text.trim()
  if (!/^postgres(ql)?:\/\//i.test(trimmed)) return `Enter a connection string such as ${EXAMPLE}.`
  // A reserved character of a password ends the host or path too early.
  if (!URL.canParse(trimmed))
    return 'The connection string cannot be read. Write special characters of the password as %-codes, such as %40 for @.'
  const { hostname, port, username, password, pathname, searchParams } = new URL(trimmed)
  if (hostname === '') return 'The connection string names no host.'
  if (username === '') return 'The connection string names no user.'
  const decoded = [username, password, pathname.slice(1)].map(decode)
  if (decoded.includes(undefined))
    return 'A % of the connection string begins no code. Write it as %25 when it belongs to the password.'
  const [user, secret, database] = decoded as [string, string, string]
  const mode = searchParams.get('sslmode')?.toLowerCase() ?? 'prefer'
  const encryption = ENCRYPTION[mode]
  if (encryption === undefined) return `sslmode is one of ${Object.keys(ENCRYPTION).join(', ')}.`
  return {
    // IPv6 addresses stand in brackets in a URL only.
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? 5432 : Number(port),
    user,
    password: secret,
    database: database === '' ? user : database,
    encryption,
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
