import { type ForeignSslMode, foreignSslModes, isHost } from './foreign-servers.rules.ts'

/** Where another PostgreSQL server is, and how it is connected to. */
export interface RemotePlace {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly sslmode: ForeignSslMode
}

const DEFAULT_PORT = 5432
const PORT_MAX = 65_535

/**
 * A place as the option `dbname` of a foreign server, such as `postgresql://db.example.com:5432/shop?sslmode=require`: the
 * database connects to Basalt's relay, which reads there where to go on to. ASCII only.
 */
export const placeText = ({ host, port, database, sslmode }: RemotePlace): string =>
  `postgresql://${host.includes(':') ? `[${host}]` : encodeURIComponent(host)}:${port}/${encodeURIComponent(database)}?sslmode=${sslmode}`

/** Reads such a text; undefined for anything else. Port and mode may be missing, as in SQL that people write. */
export function placeOf(text: string): RemotePlace | undefined {
  const [, bracketed, named, portText = String(DEFAULT_PORT), databaseText = '', modeText = 'prefer'] =
    /^postgresql:\/\/(?:\[([0-9a-f:.]+)\]|([^\s/:?#@[\]]+))(?::(\d{1,5}))?\/([^\s/?#]+)(?:\?sslmode=([a-z-]+))?$/i.exec(
      text,
    ) ?? []
  const host = bracketed ?? decoded(named ?? '')
  const database = decoded(databaseText)
  const port = Number(portText)
  const sslmode = foreignSslModes.find((mode) => mode === modeText)
  if (!host || !database || !sslmode || !isHost(host) || port < 1 || port > PORT_MAX) return undefined
  return { host, port, database, sslmode }
}

/** Undefined for a percent sign that begins no character, and for a text with a NUL. */
function decoded(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text)
    return plain.includes('\0') ? undefined : plain
  } catch {
    return undefined
  }
}

/** Separates a user from the id of its login. */
const AT = '@'

/** A user at another server whose password Basalt keeps, as the option `user` of a mapping: `ann@k3v0…`. */
export const relayedUser = (user: string, id: string): string => `${user}${AT}${id}`

/** The user and the id in such an option; undefined for any other user. */
export function relayedUserOf(option: string): { user: string; id: string } | undefined {
  const [, user, id] = /^([\s\S]+)@([0-9a-f]{24})$/.exec(option) ?? []
  return user === undefined || id === undefined ? undefined : { user, id }
}
