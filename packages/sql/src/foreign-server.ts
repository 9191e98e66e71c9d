import { quoteIdentifier, quoteLiteral } from './quote.ts'

/** Options of a server or a user mapping by name; null removes one. */
export type ForeignOptions = Readonly<Record<string, string | null>>

/** Stands where a secret was left out of SQL that people read. */
export const HIDDEN = '…'

const EVERYONE = 'public'

/** The role of a user mapping; `public` is everyone without one of their own. */
const mappedRole = (role: string) => (role === EVERYONE ? 'public' : quoteIdentifier(role))

const written = (name: string, value: string) => `${name} ${quoteLiteral(value)}`

const present = (options: ForeignOptions) =>
  Object.entries(options).flatMap(([name, value]) => (value === null ? [] : [written(name, value)]))

export const enableWrapper = (wrapper: string) =>
  `select basalt.create_extension(${quoteLiteral(wrapper)}, if_not_exists => true)`

export const createServer = (name: string, wrapper: string, options: ForeignOptions) =>
  `create server ${quoteIdentifier(name)} foreign data wrapper ${quoteIdentifier(wrapper)}\n  options (${present(options).join(', ')})`

/** The statements that turn a server into another; none when it stays as it is. */
export function alterServer(
  current: { readonly name: string; readonly options: ForeignOptions },
  name: string,
  options: ForeignOptions,
): string[] {
  const changes = Object.entries(options).flatMap(([option, value]) => {
    const before = current.options[option] ?? null
    if (before === value) return []
    if (value === null) return [`drop ${option}`]
    return [`${before === null ? 'add' : 'set'} ${written(option, value)}`]
  })
  return [
    ...(changes.length === 0
      ? []
      : [`alter server ${quoteIdentifier(current.name)}\n  options (${changes.join(', ')})`]),
    ...(name === current.name
      ? []
      : [`alter server ${quoteIdentifier(current.name)} rename to ${quoteIdentifier(name)}`]),
  ]
}

export const dropServer = (name: string, cascade: boolean) =>
  `drop server ${quoteIdentifier(name)}${cascade ? ' cascade' : ''}`

export const createUserMapping = (server: string, role: string, user: string, password = HIDDEN) =>
  `create user mapping for ${mappedRole(role)} server ${quoteIdentifier(server)}\n  options (${written('user', user)}, ${written('password', password)})`

/** A mapping that exists, with another user and password. `hasUser` and `hasPassword` say which of them it has already. */
export const alterUserMapping = (
  server: string,
  role: string,
  user: string,
  { hasUser, hasPassword }: { hasUser: boolean; hasPassword: boolean },
  password = HIDDEN,
) =>
  `alter user mapping for ${mappedRole(role)} server ${quoteIdentifier(server)}\n  options (${hasUser ? 'set' : 'add'} ${written('user', user)}, ${hasPassword ? 'set' : 'add'} ${written('password', password)})`

export const dropUserMapping = (server: string, role: string) =>
  `drop user mapping if exists for ${mappedRole(role)} server ${quoteIdentifier(server)}`

interface SchemaImport {
  readonly server: string
  readonly schema: string
  readonly tables: readonly string[]
  readonly into: string
}

export const importSchema = ({ server, schema, tables, into }: SchemaImport) =>
  `import foreign schema ${quoteIdentifier(schema)}\n  limit to (${tables.map(quoteIdentifier).join(', ')})\n  from server ${quoteIdentifier(server)} into ${quoteIdentifier(into)}`
