import type pg from 'pg'

const OURS = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'basalt')`
const notOfExtension = (catalog: string) =>
  `not exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = x.oid and e.deptype = 'e')`
/** Grants in an order that does not depend on when each was given. */
const acl = (column: string) => `(select string_agg(g::text, ',' order by g::text) from unnest(${column}) g)`

/** The properties of each object, one query per kind; `x` is the object. */
const kinds: Record<string, string> = {
  schema: `select nspname, nspowner::regrole, ${acl('nspacl')} as acl, obj_description(x.oid) from pg_namespace x
    where nspname !~ '^pg_' and nspname not in ('information_schema', 'basalt')`,
  relation: `select x.oid::regclass, relkind, relpersistence, relowner::regrole, relrowsecurity, relforcerowsecurity,
      reloptions, ${acl('relacl')} as acl, obj_description(x.oid), pg_get_expr(relpartbound, x.oid) as bound,
      case when relkind in ('v', 'm') then pg_get_viewdef(x.oid) end as view, pg_get_partkeydef(x.oid) as key
    from pg_class x join pg_namespace n on n.oid = relnamespace
    where ${OURS} and relkind not in ('i', 'I', 't') and ${notOfExtension('pg_class')}`,
  column: `select x.oid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
      pg_get_expr(adbin, adrelid) as value, ${acl('attacl')} as acl, col_description(x.oid, attnum), attcollation::regcollation,
      attislocal, attinhcount
    from pg_class x join pg_namespace n on n.oid = relnamespace join pg_attribute a on attrelid = x.oid
    left join pg_attrdef d on adrelid = x.oid and adnum = attnum
    where ${OURS} and attnum > 0 and not attisdropped and relkind not in ('i', 'I', 't') and ${notOfExtension('pg_class')}`,
  index: `select pg_get_indexdef(x.oid), obj_description(x.oid) from pg_class x join pg_namespace n on n.oid = relnamespace
    where ${OURS} and relkind in ('i', 'I') and ${notOfExtension('pg_class')}`,
  constraint: `select conrelid::regclass, contypid::regtype, conname, pg_get_constraintdef(x.oid), convalidated
    from pg_constraint x join pg_namespace n on n.oid = connamespace where ${OURS} and ${notOfExtension('pg_constraint')}
      and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = conrelid and e.deptype = 'e')`,
  function: `select x.oid::regprocedure, prokind, proowner::regrole, ${acl('proacl')} as acl, obj_description(x.oid),
      case when prokind <> 'a' then pg_get_functiondef(x.oid) else (select (aggtransfn, aggtranstype, agginitval)::text from pg_aggregate where aggfnoid = x.oid) end
    from pg_proc x join pg_namespace n on n.oid = pronamespace where ${OURS} and ${notOfExtension('pg_proc')}`,
  type: `select x.oid::regtype, typtype, typowner::regrole, ${acl('typacl')} as acl, typdefault, typnotnull, typbasetype::regtype,
      (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = x.oid) as labels
    from pg_type x join pg_namespace n on n.oid = typnamespace where ${OURS} and ${notOfExtension('pg_type')}
      and not exists (select from pg_type e join pg_depend d on d.objid = e.oid and d.deptype = 'e' and d.classid = 'pg_type'::regclass where e.typarray = x.oid)`,
  trigger: `select tgrelid::regclass, pg_get_triggerdef(x.oid), tgenabled from pg_trigger x where not tgisinternal`,
  policy: `select polrelid::regclass, polname, polcmd, polpermissive, array(select r::regrole::text from unnest(polroles) r order by 1),
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid) from pg_policy x`,
  rule: `select pg_get_ruledef(x.oid) from pg_rewrite x join pg_class c on c.oid = ev_class join pg_namespace n on n.oid = relnamespace
    where ${OURS} and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')`,
  statistics: `select pg_get_statisticsobjdef(x.oid) from pg_statistic_ext x`,
  operator: `select x.oid::regoperator, oprcode from pg_operator x join pg_namespace n on n.oid = oprnamespace where ${OURS} and ${notOfExtension('pg_operator')}`,
  extension: `select extname, extversion, extnamespace::regnamespace from pg_extension x`,
  publication: `select pubname, puballtables, pubinsert, prrelid::regclass, pg_get_expr(prqual, prrelid), prattrs
    from pg_publication x left join pg_publication_rel on prpubid = x.oid`,
  'event trigger': `select evtname, evtevent, evtfoid::regproc, evtenabled, evttags from pg_event_trigger x
    where not exists (select from pg_proc p where p.oid = evtfoid and p.pronamespace = to_regnamespace('basalt'))`,
  'default privileges': `select defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype, ${acl('defaclacl')} as acl from pg_default_acl x`,
  role: `select rolname, rolinherit, rolcreatedb, rolcreaterole, rolcanlogin, rolreplication, rolbypassrls, rolconnlimit,
      (select setconfig from pg_db_role_setting where setrole = x.oid and setdatabase = 0) from pg_roles x where rolname !~ '^pg_' and rolname <> 'basalt_admin'`,
  membership: `select roleid::regrole, member::regrole, admin_option, inherit_option, set_option from pg_auth_members x`,
  sequence: `select schemaname, sequencename, start_value, min_value, max_value, increment_by, cycle, cache_size, last_value
    from pg_sequences x where schemaname <> 'basalt'`,
  'large object': `select oid, lomowner::regrole, md5(lo_get(oid)) from pg_largeobject_metadata x`,
}

/** A line for every object of a database with all its properties, sorted. */
export async function objectsOf(client: pg.Client): Promise<string[]> {
  await client.query("set search_path = ''")
  const lines: string[] = []
  for (const [kind, sql] of Object.entries(kinds)) {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    lines.push(...rows.map((row) => `${kind} ${JSON.stringify(row)}`))
  }
  return lines.sort()
}

/** The number of rows and a hash of them for every table and materialized view. */
export async function contentsOf(client: pg.Client) {
  await client.query("set search_path = ''; set row_security = off")
  const { rows: tables } = await client.query(`
    select n.nspname || '.' || relname as title, x.oid::regclass::text as name, relkind from pg_class x join pg_namespace n on n.oid = relnamespace
    where ${OURS} and relkind in ('r', 'm') order by 1`)
  const contents: Record<string, { rows: number; hash: string | null }> = {}
  for (const { title, name } of tables) {
    const { rows } = await client.query(
      `select count(*)::int as rows, md5(string_agg(t::text, E'\\n' order by t::text collate "C")) as hash from only ${name} t`,
    )
    contents[title] = rows[0]
  }
  return contents
}
