import { FOLLOW_SLOTS, TABLES_LISTED } from '@basalt/contract/database-import/database-import.rules.ts'
import type { FollowCheck } from '@basalt/contract/database-import/database-import.schema.ts'
import type { SourceAddress } from '@basalt/contract/database-import/source-address.rules.ts'
import { quoteQualified } from '@basalt/sql/quote.ts'
import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import type pg from 'pg'

type Runner = Pick<pg.Client, 'query'>

interface Facts {
  wal_level: string
  is_standby: boolean
  may_replicate: boolean
  may_create: boolean
  is_superuser: boolean
  free_slots: number
  free_senders: number
  user: string
}

/** Managed services give the right to replicate by membership in a role of theirs. */
const FACTS = `
  select pg_catalog.current_setting('wal_level') as wal_level, pg_catalog.pg_is_in_recovery() as is_standby,
    r.rolsuper as is_superuser, current_user as user,
    r.rolsuper or r.rolreplication or exists (
      select from pg_catalog.pg_roles m
      where m.rolname in ('rds_replication', 'cloudsqlsuperuser', 'rds_superuser', 'azure_pg_admin')
        and pg_catalog.pg_has_role(m.oid, 'member')) as may_replicate,
    pg_catalog.has_database_privilege(pg_catalog.current_database(), 'create') as may_create,
    pg_catalog.current_setting('max_replication_slots')::int
      - (select pg_catalog.count(*)::int from pg_catalog.pg_replication_slots) as free_slots,
    pg_catalog.current_setting('max_wal_senders')::int
      - (select pg_catalog.count(*)::int from pg_catalog.pg_stat_replication) as free_senders
  from pg_catalog.pg_roles r where r.rolname = current_user`

interface TableFacts {
  schema: string
  name: string
  is_logged: boolean
  has_identity: boolean
  is_owned: boolean
}

/** A deferrable primary key identifies no row for a subscriber. */
const TABLES = `
  select n.nspname as schema, c.relname as name, c.relpersistence = 'p' as is_logged,
    pg_catalog.pg_has_role(c.relowner, 'usage') as is_owned,
    case c.relreplident
      when 'f' then true when 'n' then false
      when 'd' then exists (select from pg_catalog.pg_index i
        where i.indrelid = c.oid and i.indisprimary and i.indimmediate and i.indisvalid)
      else exists (select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisreplident and i.indisvalid)
    end as has_identity
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and ${isOfUsers('n.nspname')}
    and not exists (select from pg_catalog.pg_depend d
      where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = c.oid and d.deptype = 'e')
  order by 1, 2`

/** Whether a source can be followed by logical replication, by what its catalog says. Changes nothing. */
export async function checkFollow(
  source: Runner,
  { encryption, password }: Pick<SourceAddress, 'encryption' | 'password'>,
): Promise<FollowCheck> {
  const { rows: facts } = await source.query<Facts>(FACTS)
  const { rows: tables } = await source.query<TableFacts>(TABLES)
  const unsuitable = tables.filter(({ is_logged, has_identity }) => !is_logged || !has_identity)
  const foreign = facts[0]!.is_superuser ? [] : tables.filter(({ is_owned }) => !is_owned)
  return {
    obstacles: [
      ...obstaclesOf(facts[0]!),
      ...(foreign.length > 0
        ? [
            `${facts[0]!.user} does not own ${foreign.length === 1 ? 'the table' : `${foreign.length} tables, such as`} ${foreign[0]!.schema}.${foreign[0]!.name}, and so may not publish them. Connect as their owner.`,
          ]
        : []),
      ...(encryption === 'verified'
        ? [
            'A certificate cannot be verified while a source is followed. Use sslmode=require, which encrypts without verifying it.',
          ]
        : []),
      ...(password === ''
        ? ['The connection string has no password. PostgreSQL follows a source only with one.']
        : []),
    ],
    unsuitable_tables: unsuitable.slice(0, TABLES_LISTED).map(({ schema, name, is_logged }) => ({
      schema,
      name,
      reason: is_logged ? ('no_identity' as const) : ('unlogged' as const),
      fix: `alter table ${quoteQualified(schema, name)} ${is_logged ? 'replica identity full' : 'set logged'};`,
    })),
    unsuitable_schemas: [...new Set(unsuitable.map(({ schema }) => schema))],
  }
}

function obstaclesOf(facts: Facts): string[] {
  const { wal_level, is_standby, may_replicate, may_create, free_slots, free_senders, user } = facts
  const found: string[] = []
  if (is_standby) found.push('The source is a standby. Connect to its primary.')
  if (wal_level !== 'logical')
    found.push(
      `wal_level of the source is ${wal_level}. Run "alter system set wal_level = 'logical'" there and restart it.`,
    )
  if (!may_replicate)
    found.push(`${user} may not replicate. Run "alter role … replication" for it at the source.`)
  if (!may_create)
    found.push(`${user} may not create a publication. Run "grant create on database …" at the source.`)
  if (free_slots < FOLLOW_SLOTS)
    found.push(
      `The source has ${countOf(free_slots, 'free replication slot')}, and ${FOLLOW_SLOTS} are needed. Drop unused ones or raise max_replication_slots.`,
    )
  if (free_senders < FOLLOW_SLOTS)
    found.push(
      `The source has ${countOf(free_senders, 'free WAL sender')}, and ${FOLLOW_SLOTS} are needed. Raise max_wal_senders.`,
    )
  return found
}

const countOf = (count: number, what: string) => `${Math.max(count, 0)} ${what}${count === 1 ? '' : 's'}`
