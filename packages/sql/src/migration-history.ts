import { quoteLiteral } from './quote.ts'
import { splitStatements } from './split-statements.ts'
import { commandOf } from './statement-command.ts'

/** The migration history of the Supabase CLI, so that both see the same migrations. */
const TABLE = 'supabase_migrations.schema_migrations'

/** Creates the history where there is none. */
export const PREPARE_HISTORY = [
  'create schema if not exists supabase_migrations',
  `create table if not exists ${TABLE} (version text primary key, statements text[], name text)`,
  // Early versions of the CLI created the table with versions only.
  `alter table ${TABLE} add column if not exists statements text[], add column if not exists name text`,
].join('; ')

/** So that two migrations at once get different versions. */
export const LOCK_HISTORY = `lock table ${TABLE} in share row exclusive mode`

export const HAS_MIGRATIONS = `select pg_catalog.to_regclass('${TABLE}') is not null as found`
/** All versions, oldest first. */
export const MIGRATIONS = `select version, to_jsonb(m)->>'name' as name from ${TABLE} m order by version`

/** All migrations with their statements, oldest first. */
export const MIGRATIONS_WITH_STATEMENTS = `select version, name, statements from ${TABLE} order by version`

/** `20260102030405`, in UTC. */
export const versionAt = (at: Date) => at.toISOString().replace(/\D/g, '').slice(0, 14)

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

/** Adds a migration to the history, as its newest unless a version is given, and returns its version. */
export const recordMigration = (name: string, statements: readonly string[], at: Date, version?: string) =>
  `
insert into ${TABLE} (version, name, statements)
values (${version === undefined ? `coalesce(${newestVersion(at)}, '${versionAt(at)}')` : quoteLiteral(version)}, ${quoteLiteral(name)}, array[${statements.map(quoteLiteral).join(', ')}]::text[])
returning version`.trimStart()

/** Where the columns are read from: the table of other tools may have more of them, or fewer. */
const FIELDS = `from ${TABLE} m cross join lateral (select pg_catalog.to_jsonb(m) as line) l`
const NAME = "line->>'name'"

/**
 * A page of the history, newest first: version and name. `$1` is part of either, `$2` the last version of the page before,
 * both may be null; `$3` the most rows. Rows are read whole only once they are on the page: their statements may be long.
 */
export const MIGRATIONS_PAGE_SQL = `select version::text, ${NAME} as name
from (
  select ctid as place from ${TABLE} t
  where ($1::text is null or pg_catalog.strpos(
      pg_catalog.lower(version || ' ' || coalesce(pg_catalog.to_jsonb(t)->>'name', '')), pg_catalog.lower($1)) > 0)
    and ($2::text is null or version::text collate "C" < $2)
  order by version::text collate "C" desc limit $3) page
join ${TABLE} m on m.ctid = page.place
cross join lateral (select pg_catalog.to_jsonb(m) as line) l
order by version::text collate "C" desc`

/** The migration of version `$1`; `statements` is null when only its version was recorded. */
export const MIGRATION_SQL = `select version::text, ${NAME} as name,
  case when pg_catalog.jsonb_typeof(line->'statements') = 'array' then line->'statements' end as statements ${FIELDS}
where version::text = $1`
