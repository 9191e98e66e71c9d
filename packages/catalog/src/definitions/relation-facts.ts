import { columnsOf, comment } from '../fragments.ts'

/**
 * What the definition of a relation is written from. All texts are SQL: names are quoted, and expressions name objects
 * with their schemas if the search path is empty while they are read.
 */
export interface RelationFacts {
  /** As in pg_class: r table, v view, m materialized view, f foreign table, p partitioned table. */
  kind: 'r' | 'v' | 'm' | 'f' | 'p'
  /** Unquoted. */
  raw: string
  /** With its schema. */
  name: string
  owner: string
  /** As in pg_class: p permanent, u unlogged, t temporary. */
  persistence: 'p' | 'u' | 't'
  comment: string | null
  /** `name='value'` each, with those of its TOAST table. */
  options: string[]
  /** An access method other than heap. */
  method: string | null
  tablespace: string | null
  /** The composite type of a typed table. */
  of_type: string | null
  /** The clause after PARTITION BY. */
  partition_key: string | null
  /** FOR VALUES …, of a partition. */
  bound: string | null
  /** What it inherits from, or is a partition of. */
  parents: string[]
  server: string | null
  /** `name 'value'` each, of a foreign table. */
  server_options: string[]
  view: string | null
  is_populated: boolean
  rls_enabled: boolean
  rls_forced: boolean
  /** As in pg_class: d default, n nothing, f full, i index. */
  replica_identity: 'd' | 'n' | 'f' | 'i'
  columns: ColumnFacts[]
  constraints: ConstraintFacts[]
  /** Without those of constraints. */
  indexes: IndexFacts[]
  statistics: StatisticsFacts[]
  triggers: TriggerFacts[]
  rules: RuleFacts[]
  policies: PolicyFacts[]
  /** Owned by its columns. */
  sequences: SequenceFacts[]
  grants: GrantFacts[] | null
  /** What the owner's default privileges give to others. */
  default_grants: GrantFacts[]
}

export interface ColumnFacts {
  raw: string
  name: string
  type: string
  /** Other than that of the type. */
  collation: string | null
  /** Its default, or the expression of a generated column. */
  expression: string | null
  /** As in pg_attribute: s stored, v virtual. */
  generated: '' | 's' | 'v'
  /** As in pg_attribute: a always, d by default. */
  identity: '' | 'a' | 'd'
  is_not_null: boolean
  /** Its NOT NULL constraint; null in catalogs of PostgreSQL. */
  not_null: {
    raw: string
    name: string
    is_local: boolean
    is_validated: boolean
    is_inheritable: boolean
    comment: string | null
    /** Whether another table has a constraint of this name, so that PostgreSQL would choose another one. */
    is_name_shared?: boolean
  } | null
  is_local: boolean
  /** Whether a parent's column has a default. */
  inherits_default: boolean
  /** Other than that of the type. */
  storage: string | null
  compression: string | null
  statistics: number | null
  /** `name='value'` each. */
  options: string[]
  /** `name 'value'` each, of a foreign table. */
  server_options: string[]
  comment: string | null
  grants: GrantFacts[] | null
}

export interface ConstraintFacts {
  name: string
  /** As in pg_constraint: p primary key, u unique, x exclusion, c check, f foreign key. */
  kind: 'p' | 'u' | 'x' | 'c' | 'f'
  definition: string
  is_local: boolean
  comment: string | null
  /** Of its index. */
  index_name: string | null
  index_options: string[]
  index_comment: string | null
  is_clustered: boolean
  is_replica_identity: boolean
}

export interface IndexFacts {
  name: string
  /** Without its schema. */
  short_name: string
  definition: string
  is_valid: boolean
  is_clustered: boolean
  is_replica_identity: boolean
  /** Targets of its expressions. */
  statistics: { number: number; target: number }[]
  comment: string | null
}

export interface StatisticsFacts {
  name: string
  definition: string
  target: number | null
  comment: string | null
}

export interface TriggerFacts {
  name: string
  definition: string
  /** As in pg_trigger: O origin, D disabled, R replica, A always. */
  enabled: 'O' | 'D' | 'R' | 'A'
  /** Whether it is a partition's copy that is enabled as that of its parent is. */
  is_copy: boolean
  has_state_of_parent: boolean
  comment: string | null
}

export interface RuleFacts {
  name: string
  definition: string
  enabled: 'O' | 'D' | 'R' | 'A'
  comment: string | null
}

export interface PolicyFacts {
  name: string
  command: 'ALL' | 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'
  is_permissive: boolean
  roles: string[]
  using: string | null
  with_check: string | null
  comment: string | null
}

export interface SequenceFacts {
  name: string
  raw: string
  /** Whether it is in the schema of its table. */
  is_beside: boolean
  owner: string
  persistence: 'p' | 'u' | 't'
  /** The column that owns it, unquoted and quoted. */
  column_raw: string
  column: string
  is_identity: boolean
  type: 'smallint' | 'integer' | 'bigint'
  start: string
  increment: string
  minimum: string
  maximum: string
  cache: string
  cycles: boolean
  comment: string | null
  grants: GrantFacts[] | null
  default_grants: GrantFacts[]
}

export interface GrantFacts {
  grantor: string
  /** PUBLIC is everyone. */
  grantee: string
  privileges: string[]
  is_grantable: boolean
}

/** The most partitions that a definition includes. */
export const PARTITIONS_MAX = 1000

const ident = 'pg_catalog.quote_ident'
const qualified = (schema: string, name: string) => `${ident}(${schema}) || '.' || ${ident}(${name})`
const list = (item: string, from: string, order: string) =>
  `coalesce((select json_agg(${item} order by ${order}) ${from}), '[]')`
const settings = (options: string, prefix = '') =>
  `array(select '${prefix}' || ${ident}(o.option_name) || '=' || pg_catalog.quote_literal(o.option_value)
    from pg_catalog.pg_options_to_table(${options}) o)`
const serverSettings = (options: string) =>
  `array(select ${ident}(o.option_name) || ' ' || pg_catalog.quote_literal(o.option_value)
    from pg_catalog.pg_options_to_table(${options}) o)`
const role = (oid: string) => `${ident}(pg_catalog.pg_get_userbyid(${oid}))`
const grants = (acl: string) => `
  coalesce((select json_agg(json_build_object('grantor', ${role('g.grantor')},
      'grantee', case g.grantee when 0 then 'PUBLIC' else ${role('g.grantee')} end,
      'privileges', g.privileges, 'is_grantable', g.is_grantable) order by g.grantee, g.is_grantable, g.grantor)
    from (select grantor, grantee, is_grantable, array_agg(privilege_type order by privilege_type) as privileges
      from pg_catalog.aclexplode(${acl}) group by grantor, grantee, is_grantable) g), '[]')`
/** What default privileges of an owner give on new objects of a kind, r relation or S sequence, in a schema. */
const defaultGrants = (owner: string, schema: string, kind: 'r' | 'S') => `
  coalesce((select json_agg(g) from pg_catalog.pg_default_acl d, lateral json_array_elements(${grants('d.defaclacl')}) g
    where d.defaclrole = ${owner} and d.defaclnamespace in (0, ${schema}) and d.defaclobjtype = '${kind}'), '[]')`

/** Those of the table `c` in the schema `n`. */
const columnFacts = `json_build_object('raw', a.attname, 'name', ${ident}(a.attname),
  'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
  'collation', case when a.attcollation <> t.typcollation then (
    select ${qualified('cn.nspname', 'co.collname')} from pg_catalog.pg_collation co
    join pg_catalog.pg_namespace cn on cn.oid = co.collnamespace where co.oid = a.attcollation) end,
  'expression', pg_catalog.pg_get_expr(d.adbin, d.adrelid), 'generated', a.attgenerated, 'identity', a.attidentity,
  'is_not_null', a.attnotnull,
  'not_null', (select json_build_object('raw', k.conname, 'name', ${ident}(k.conname), 'is_local', k.conislocal,
      'is_validated', k.convalidated, 'is_inheritable', not k.connoinherit, 'comment', ${comment('k.oid', 'pg_constraint')})
    from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype = 'n' and k.conkey = array[a.attnum]),
  'is_local', a.attislocal,
  'inherits_default', a.attinhcount > 0 and exists (
    select from pg_catalog.pg_inherits i join pg_catalog.pg_attribute p on p.attrelid = i.inhparent
    where i.inhrelid = c.oid and p.attname = a.attname and p.atthasdef),
  'storage', case when a.attstorage <> t.typstorage then
    case a.attstorage when 'p' then 'PLAIN' when 'e' then 'EXTERNAL' when 'm' then 'MAIN' when 'x' then 'EXTENDED' end end,
  'compression', case a.attcompression when 'p' then 'pglz' when 'l' then 'lz4' end,
  'statistics', nullif(a.attstattarget, -1), 'options', ${settings('a.attoptions')},
  'server_options', ${serverSettings('a.attfdwoptions')}, 'comment', ${comment('c.oid', 'pg_class', 'a.attnum')},
  'grants', case when a.attacl is not null then ${grants('a.attacl')} end)`

const constraintFacts = `json_build_object('name', ${ident}(k.conname), 'kind', k.contype,
  'definition', pg_catalog.pg_get_constraintdef(k.oid), 'is_local', k.conislocal,
  'comment', ${comment('k.oid', 'pg_constraint')},
  'index_name', ${qualified('n.nspname', 'x.relname')}, 'index_options', ${settings('x.reloptions')},
  'index_comment', ${comment('x.oid', 'pg_class')},
  'is_clustered', coalesce(i.indisclustered, false), 'is_replica_identity', coalesce(i.indisreplident, false))`

const indexFacts = `json_build_object('name', ${qualified('n.nspname', 'x.relname')}, 'short_name', ${ident}(x.relname),
  'definition', pg_catalog.pg_get_indexdef(x.oid), 'is_valid', i.indisvalid, 'is_clustered', i.indisclustered,
  'is_replica_identity', i.indisreplident, 'comment', ${comment('x.oid', 'pg_class')},
  'statistics', ${list("json_build_object('number', a.attnum, 'target', a.attstattarget)", `from ${columnsOf('x.oid')} and a.attstattarget >= 0`, 'a.attnum')})`

const triggerFacts = `json_build_object('name', ${ident}(t.tgname), 'definition', pg_catalog.pg_get_triggerdef(t.oid),
  'enabled', t.tgenabled, 'is_copy', t.tgparentid <> 0, 'has_state_of_parent', t.tgparentid <> 0 and t.tgenabled =
    (select p.tgenabled from pg_catalog.pg_trigger p where p.oid = t.tgparentid),
  'comment', ${comment('t.oid', 'pg_trigger')})`

const policyFacts = `json_build_object('name', ${ident}(p.polname),
  'command', case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE'
    else 'ALL' end, 'is_permissive', p.polpermissive,
  'roles', case when p.polroles = '{0}' then '{}' else array(select ${ident}(r.rolname) from pg_catalog.pg_roles r
    where r.oid = any (p.polroles) order by r.rolname) end,
  'using', pg_catalog.pg_get_expr(p.polqual, p.polrelid), 'with_check', pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid),
  'comment', ${comment('p.oid', 'pg_policy')})`

const sequenceFacts = `json_build_object('name', ${qualified('sn.nspname', 'sc.relname')}, 'raw', sc.relname,
  'is_beside', sn.oid = n.oid, 'owner', ${role('sc.relowner')}, 'persistence', sc.relpersistence,
  'column_raw', a.attname, 'column', ${ident}(a.attname), 'is_identity', d.deptype = 'i',
  'type', pg_catalog.format_type(s.seqtypid, null), 'start', s.seqstart::text, 'increment', s.seqincrement::text,
  'minimum', s.seqmin::text, 'maximum', s.seqmax::text, 'cache', s.seqcache::text, 'cycles', s.seqcycle,
  'comment', ${comment('sc.oid', 'pg_class')}, 'grants', case when sc.relacl is not null then ${grants('sc.relacl')} end,
  'default_grants', ${defaultGrants('sc.relowner', 'sn.oid', 'S')})`

const relationFacts = `json_build_object('kind', c.relkind, 'raw', c.relname, 'name', ${qualified('n.nspname', 'c.relname')},
  'owner', ${role('c.relowner')}, 'persistence', c.relpersistence, 'comment', ${comment('c.oid', 'pg_class')},
  'options', ${settings('c.reloptions')} || ${settings('(select toast.reloptions from pg_catalog.pg_class toast where toast.oid = c.reltoastrelid)', 'toast.')},
  'method', (select ${ident}(am.amname) from pg_catalog.pg_am am where am.oid = c.relam and am.amname <> 'heap'),
  'tablespace', (select ${ident}(s.spcname) from pg_catalog.pg_tablespace s where s.oid = c.reltablespace),
  'of_type', case when c.reloftype <> 0 then pg_catalog.format_type(c.reloftype, null) end,
  'partition_key', case when c.relkind = 'p' then pg_catalog.pg_get_partkeydef(c.oid) end,
  'bound', pg_catalog.pg_get_expr(c.relpartbound, c.oid),
  'parents', array(select ${qualified('pn.nspname', 'p.relname')} from pg_catalog.pg_inherits i
    join pg_catalog.pg_class p on p.oid = i.inhparent join pg_catalog.pg_namespace pn on pn.oid = p.relnamespace
    where i.inhrelid = c.oid order by i.inhseqno),
  'server', (select ${ident}(s.srvname) from pg_catalog.pg_foreign_table f
    join pg_catalog.pg_foreign_server s on s.oid = f.ftserver where f.ftrelid = c.oid),
  'server_options', ${serverSettings('(select f.ftoptions from pg_catalog.pg_foreign_table f where f.ftrelid = c.oid)')},
  'view', case when c.relkind in ('v', 'm') then pg_catalog.pg_get_viewdef(c.oid) end, 'is_populated', c.relispopulated,
  'rls_enabled', c.relrowsecurity, 'rls_forced', c.relforcerowsecurity, 'replica_identity', c.relreplident,
  'columns', ${list(
    columnFacts,
    `from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
      left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`,
    'a.attnum',
  )},
  'constraints', ${list(
    constraintFacts,
    `from pg_catalog.pg_constraint k
      left join pg_catalog.pg_class x on x.oid = k.conindid and k.contype in ('p', 'u', 'x')
      left join pg_catalog.pg_index i on i.indexrelid = x.oid
      where k.conrelid = c.oid and k.contype in ('p', 'u', 'x', 'c', 'f')
        -- A foreign key of a partition that its parent has is made with the parent's.
        and (k.contype <> 'f' or k.conparentid = 0)`,
    "pg_catalog.strpos('puxcf', k.contype::text), k.conname",
  )},
  'indexes', ${list(
    indexFacts,
    `from pg_catalog.pg_index i join pg_catalog.pg_class x on x.oid = i.indexrelid
      left join pg_catalog.pg_inherits part on part.inhrelid = x.oid
      left join pg_catalog.pg_class whole on whole.oid = part.inhparent
      where i.indrelid = c.oid and not exists (
        select from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.conindid = x.oid and k.contype in ('p', 'u', 'x'))`,
    // Equal indexes of a partition are attached to those of its parent in the order in which they are created.
    'whole.relname nulls first, x.relname',
  )},
  'statistics', ${list(
    `json_build_object('name', ${qualified('sn.nspname', 's.stxname')}, 'definition', pg_catalog.pg_get_statisticsobjdef(s.oid),
      'target', nullif(s.stxstattarget, -1), 'comment', ${comment('s.oid', 'pg_statistic_ext')})`,
    `from pg_catalog.pg_statistic_ext s join pg_catalog.pg_namespace sn on sn.oid = s.stxnamespace where s.stxrelid = c.oid`,
    's.stxname',
  )},
  'triggers', ${list(triggerFacts, 'from pg_catalog.pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal', 't.tgname')},
  'rules', ${list(
    `json_build_object('name', ${ident}(r.rulename), 'definition', pg_catalog.pg_get_ruledef(r.oid), 'enabled', r.ev_enabled,
      'comment', ${comment('r.oid', 'pg_rewrite')})`,
    `from pg_catalog.pg_rewrite r where r.ev_class = c.oid and r.rulename <> '_RETURN'`,
    'r.rulename',
  )},
  'policies', ${list(policyFacts, 'from pg_catalog.pg_policy p where p.polrelid = c.oid', 'p.polname')},
  'sequences', ${list(
    sequenceFacts,
    `from pg_catalog.pg_depend d join pg_catalog.pg_class sc on sc.oid = d.objid and sc.relkind = 'S'
      join pg_catalog.pg_sequence s on s.seqrelid = sc.oid join pg_catalog.pg_namespace sn on sn.oid = sc.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
      where d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.refobjid = c.oid and d.refobjsubid > 0
        and d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.deptype in ('a', 'i')`,
    'a.attnum, sc.relname',
  )},
  'grants', case when c.relacl is not null then ${grants('c.relacl')} end,
  'default_grants', ${defaultGrants('c.relowner', 'c.relnamespace', 'r')})`

/**
 * The facts of the table or view with the oid `$1`, then of its partitions, parents first: one row each, with the JSON
 * of RelationFacts. No row when it does not exist. Run it with an empty search path, so that names are qualified.
 */
export const definitionFacts = `
  with recursive tree(oid, level) as (
    select c.oid, 0 from pg_catalog.pg_class c
    where c.oid = $1::pg_catalog.oid and c.relkind in ('r', 'v', 'm', 'f', 'p')
    union all
    select i.inhrelid, tree.level + 1 from tree
    join pg_catalog.pg_class whole on whole.oid = tree.oid and whole.relkind = 'p'
    join pg_catalog.pg_inherits i on i.inhparent = tree.oid and not i.inhdetachpending
  )
  select ${relationFacts} as facts
  from (select * from tree limit ${PARTITIONS_MAX + 1}) chosen
  join pg_catalog.pg_class c on c.oid = chosen.oid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  order by chosen.level, n.nspname, c.relname`

/**
 * The facts of the tables of the schema `$1`, with their partitions and the tables that inherit from them, wherever those
 * are; parents first, and no more than `$2`. Rows as of `definitionFacts`, with an empty search path.
 */
export const schemaFacts = `
  with recursive tree(oid, level) as (
    select c.oid, 0 from pg_catalog.pg_class c
    where c.relnamespace = (select oid from pg_catalog.pg_namespace where nspname = $1::pg_catalog.name) and c.relkind in ('r', 'f', 'p')
    union all
    select i.inhrelid, tree.level + 1 from tree
    join pg_catalog.pg_inherits i on i.inhparent = tree.oid and not i.inhdetachpending
    join pg_catalog.pg_class part on part.oid = i.inhrelid and part.relkind in ('r', 'f', 'p')
  )
  select ${relationFacts} as facts
  from (select oid, max(level) as level from tree group by oid limit $2::pg_catalog.int8) chosen
  join pg_catalog.pg_class c on c.oid = chosen.oid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  order by chosen.level, n.nspname, c.relname`
