import { WRAPPER } from '@basalt/contract/foreign-servers/foreign-servers.rules.ts'
import type { ForeignServer } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { placeText } from '@basalt/contract/foreign-servers/remote-place.rules.ts'
import {
  alterServer,
  alterUserMapping,
  createServer,
  createUserMapping,
  dropUserMapping,
  enableWrapper,
  type ForeignOptions,
  HIDDEN,
  importSchema,
} from '@basalt/sql/foreign-server.ts'
import { quoteIdentifier } from '@basalt/sql/quote.ts'
import type { ServerFields } from './server-form.schema.ts'

/** As the server writes them. */
const optionsOf = (fields: ServerFields): ForeignOptions => ({
  host: null,
  hostaddr: null,
  port: null,
  dbname: placeText({
    host: fields.host.trim(),
    port: Number(fields.port),
    database: fields.database,
    sslmode: fields.sslmode,
  }),
  sslmode: null,
  sslrootcert: null,
  fetch_size: fields.fetch_size.trim() === '' ? null : fields.fetch_size.trim(),
  use_remote_estimate: fields.use_remote_estimate ? 'true' : null,
})

/** A user whose password Basalt keeps, before its login has an id. */
const kept = (user: string) => `${user}@${HIDDEN}`

const script = (statements: readonly string[]) => statements.map((sql) => `${sql};`).join('\n\n')

/** The SQL that a form is going to run, without passwords, tokens and ids of logins. */
export function serverSql(
  fields: ServerFields,
  server: ForeignServer | undefined,
  isEnabled: boolean,
): string {
  const options = optionsOf(fields)
  if (!server)
    return script([
      ...(isEnabled ? [] : [enableWrapper(WRAPPER)]),
      createServer(fields.name, WRAPPER, options),
      createUserMapping(fields.name, 'postgres', kept(fields.user)),
    ])
  const current: ForeignOptions = {
    ...(server.is_relayed ? { dbname: placeOfServer(server) } : placesBefore(server)),
    fetch_size: server.fetch_size === null ? null : String(server.fetch_size),
    use_remote_estimate: server.use_remote_estimate ? 'true' : null,
  }
  const isNewLogin = needsLogin(fields, server)
  const open = server.mappings.filter(
    ({ role, password }) => password === 'database' && !(isNewLogin && role === 'postgres'),
  )
  return script([
    ...alterServer({ name: server.name, options: current }, fields.name, options),
    ...open.map(({ role, user }) =>
      alterUserMapping(fields.name, role, kept(user ?? role), { hasUser: user !== null, hasPassword: true }),
    ),
    ...(isNewLogin
      ? [
          dropUserMapping(fields.name, 'postgres'),
          createUserMapping(fields.name, 'postgres', kept(fields.user)),
        ]
      : []),
  ])
}

/** Whether a form moves a server to where its login is not sent. */
export const needsLogin = (
  fields: Pick<ServerFields, 'host' | 'port'>,
  server: ForeignServer | undefined,
): boolean =>
  server?.is_relayed === true &&
  server.mappings.some(({ role }) => role === 'postgres') &&
  (fields.host.trim() !== server.host || Number(fields.port) !== server.port)

const placeOfServer = ({ host, port, database, sslmode }: ForeignServer) =>
  host === null || database === null
    ? null
    : placeText({ host, port, database, sslmode: sslmode ?? 'prefer' })

/** The options of a server that PostgreSQL connects to itself. */
const placesBefore = (server: ForeignServer): ForeignOptions => ({
  host: server.host,
  hostaddr: server.address === null ? null : HIDDEN,
  port: String(server.port),
  dbname: server.database,
  sslmode: server.sslmode,
  sslrootcert: server.sslmode === 'verify-full' ? 'system' : null,
})

/** The SQL of an import of tables. */
export const importSql = (chosen: {
  server: string
  schema: string
  tables: readonly string[]
  into: string
}): string => script([`create schema if not exists ${quoteIdentifier(chosen.into)}`, importSchema(chosen)])
