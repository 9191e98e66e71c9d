import type { UpgradeNeeds, UpgradeTopic } from '@basalt/contract/upgrades/upgrades.schema.ts'
import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import type pg from 'pg'

type Finding = UpgradeNeeds['findings'][number]

/** What to do about each topic when the database is dumped, loaded and followed by the import. */
const actions: Readonly<Record<UpgradeTopic, string>> = {
  extension: 'Check that the new version offers it, at this or a later version, before you move.',
  reg_column: 'Change the type of the column to text: the numbers it stores mean other objects after a load.',
  replica: 'Make it again after the move: replicas follow one major version only.',
  branch: 'Merge or delete it: branches stay with the database that they were made from.',
  replication_slot: 'Its consumer has to begin again with the new database. End it before the switch.',
  subscription: 'Create it again in the new database, without copying the rows.',
  prepared_transaction: 'Commit it or roll it back: it is not part of a dump.',
  other_database: 'Move it by itself: the import takes the database of the project.',
  no_primary_key:
    'Add a primary key or a replica identity if its rows change while the import follows. Otherwise stop its writers during the copy.',
  large_objects: 'Large objects are copied, but not followed. Stop their writers before the switch.',
}

const LISTS: Readonly<Partial<Record<UpgradeTopic, string>>> = {
  extension: `select extname || ' ' || extversion as name from pg_catalog.pg_extension where extname <> 'plpgsql'`,
  reg_column: `
    select pg_catalog.format('%I.%I.%I', n.nspname, c.relname, a.attname) as name
    from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'm') and a.attnum > 0 and not a.attisdropped and ${isOfUsers('n.nspname')}
      and a.atttypid = any ('{regproc,regprocedure,regoper,regoperator,regconfig,regdictionary,regnamespace,regcollation}'::regtype[])`,
  replication_slot: `
    select slot_name as name from pg_catalog.pg_replication_slots
    where slot_type = 'logical' and not temporary`,
  subscription: `
    select subname as name from pg_catalog.pg_subscription
    where subdbid = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())`,
  prepared_transaction: 'select gid as name from pg_catalog.pg_prepared_xacts',
  other_database: `
    select datname as name from pg_catalog.pg_database
    where not datistemplate and datname <> pg_catalog.current_database()`,
  no_primary_key: `
    select pg_catalog.format('%I.%I', n.nspname, c.relname) as name
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' and ${isOfUsers('n.nspname')}
      and c.relreplident in ('d', 'n')
      and not exists (select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  large_objects: `
    select pg_catalog.count(*)::text as name from pg_catalog.pg_largeobject_metadata having pg_catalog.count(*) > 0`,
}

export const findingsOf = (topic: UpgradeTopic, names: readonly string[]): Finding[] =>
  names.map((name) => ({ topic, name, action: actions[topic] }))

/** What of a database itself needs attention. */
export async function databaseFindings(client: pg.Client): Promise<Finding[]> {
  const found: Finding[] = []
  for (const [topic, list] of Object.entries(LISTS)) {
    const { rows } = await client.query<{ name: string }>(`${list} order by 1`)
    found.push(
      ...findingsOf(
        topic as UpgradeTopic,
        rows.map(({ name }) => name),
      ),
    )
  }
  return found
}
