import { quoteLiteral } from '@basalt/sql/quote.ts'
import { splitStatements } from '@basalt/sql/split-statements.ts'
import { commandOf } from '@basalt/sql/statement-command.ts'
import { withoutSecrets } from '@basalt/sql/without-secrets.ts'

/** The migration history of the Supabase CLI, so that both see the same migrations. */
const TABLE = 'supabase_migrations.schema_migrations'

const PREPARE = [
  'create schema if not exists supabase_migrations',
  `create table if not exists ${TABLE} (version text primary key, statements text[], name text)`,
  // Early versions of the CLI created the table with versions only.
  `alter table ${TABLE} add column if not exists statements text[], add column if not exists name text`,
].join('; ')

export const HAS_MIGRATIONS = `select pg_catalog.to_regclass('${TABLE}') is not null as found`
export const MIGRATIONS = `select version, to_jsonb(m)->>'name' as name from ${TABLE} m order by version`

/** `20260102030405`, in UTC. */
const versionAt = (at: Date) => at.toISOString().replace(/\D/g, '').slice(0, 14)

/** A version later than all others, so that two migrations within one second keep their order. */
const newestVersion = (at: Date) => `
  (select pg_catalog.to_char(greatest(pg_catalog.to_timestamp('${versionAt(at)}', 'YYYYMMDDHH24MISS'),
      max(pg_catalog.to_timestamp(version, 'YYYYMMDDHH24MISS')) + interval '1 second'), 'YYYYMMDDHH24MISS')
    from ${TABLE} where version ~ '^\\d{14}$' and version >= '${versionAt(at)}')`

const CONTROLS_TRANSACTION = new Set(['BEGIN', 'START', 'COMMIT', 'END', 'ROLLBACK', 'ABORT', 'PREPARE'])

/** The command in a migration that would begin or end a transaction. */
export const transactionControlIn = (query: string) =>
  splitStatements(query)
    .map(({ text }) => ({ text, command: commandOf(text) }))
    // ROLLBACK TO returns to a savepoint, and PREPARE without TRANSACTION prepares a statement.
    .filter(({ text }) => !/^rollback\s+(?:work\s+|transaction\s+)?to\b/i.test(text))
    .filter(({ text, command }) => command !== 'PREPARE' || /^prepare\s+transaction\b/i.test(text))
    .find(({ command }) => CONTROLS_TRANSACTION.has(command))?.command

/**
 * SQL that runs a migration and records its statements, with secrets removed, in one transaction. The prefix has no
 * line break, so that line numbers in errors are those of the migration; `prefixLength` is its length in characters.
 */
export function migrationScript(name: string, query: string, at: Date) {
  const statements = splitStatements(query).map(({ text }) => quoteLiteral(withoutSecrets(text)))
  const prefix = `${PREPARE}; `
  return {
    prefixLength: prefix.length,
    text: `${prefix}${query}
; reset role; reset search_path;
insert into ${TABLE} (version, name, statements)
values (coalesce(${newestVersion(at)}, '${versionAt(at)}'), ${quoteLiteral(name)}, array[${statements.join(', ')}]::text[])
returning version`,
  }
}
