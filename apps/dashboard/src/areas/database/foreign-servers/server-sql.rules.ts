import { WRAPPER } from '@basalt/contract/foreign-servers/foreign-servers.rules.ts'
import type { ForeignServer } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import {
  alterServer,
  createServer,
  createUserMapping,
  enableWrapper,
  type ForeignOptions,
  HIDDEN,
  importSchema,
} from '@basalt/sql/foreign-server.ts'
import { quoteIdentifier } from '@basalt/sql/quote.ts'
import type { ServerFields } from './server-form.schema.ts'

/** As the server writes them, except the address, which it looks up. */
const optionsOf = (fields: ServerFields): ForeignOptions => ({
  host: fields.host.trim(),
  hostaddr: HIDDEN,
  port: fields.port.trim(),
  dbname: fields.database,
  sslmode: fields.sslmode,
  sslrootcert: fields.sslmode === 'verify-full' ? 'system' : null,
  fetch_size: fields.fetch_size.trim() === '' ? null : fields.fetch_size.trim(),
  use_remote_estimate: fields.use_remote_estimate ? 'true' : null,
})

const script = (statements: readonly string[]) => statements.map((sql) => `${sql};`).join('\n\n')

/** The SQL that a form is going to run. The address and the password are left out. */
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
      createUserMapping(fields.name, 'postgres', fields.user),
    ])
  const current: ForeignOptions = {
    host: server.host,
    hostaddr: server.address === null ? null : HIDDEN,
    port: String(server.port),
    dbname: server.database,
    sslmode: server.sslmode,
    sslrootcert: server.sslmode === 'verify-full' ? 'system' : null,
    fetch_size: server.fetch_size === null ? null : String(server.fetch_size),
    use_remote_estimate: server.use_remote_estimate ? 'true' : null,
  }
  // A host that changes has another address.
  const isMoved = fields.host.trim() !== server.host
  return script(
    alterServer(
      { name: server.name, options: { ...current, ...(isMoved && { hostaddr: '' }) } },
      fields.name,
      options,
    ),
  )
}

/** The SQL of an import of tables. */
export const importSql = (chosen: {
  server: string
  schema: string
  tables: readonly string[]
  into: string
}): string => script([`create schema if not exists ${quoteIdentifier(chosen.into)}`, importSchema(chosen)])
