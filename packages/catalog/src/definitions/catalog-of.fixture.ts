/**
 * All that the catalog says of a relation, its partitions, and what belongs to them, as sorted lines without oids. Written
 * independently of what reads definitions, to compare a table with its copy. `$1` is the relation.
 */
export const CATALOG_OF = `
  with recursive tree(oid) as (
    select $1::regclass::oid union all select inhrelid from tree join pg_inherits on inhparent = tree.oid
      join pg_class on pg_class.oid = inhrelid where relispartition
  ), relations as (select c.* from tree join pg_class c using (oid)),
  indexes as (select i.*, x.relname, x.reloptions from relations r join pg_index i on i.indrelid = r.oid join pg_class x on x.oid = i.indexrelid),
  owned as (select d.objid, r.relname || '.' || a.attname as column, d.deptype from relations r
    join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = r.oid and d.refobjsubid > 0 and d.deptype in ('a', 'i')
    join pg_class s on s.oid = d.objid and s.relkind = 'S' and d.classid = 'pg_class'::regclass
    join pg_attribute a on a.attrelid = r.oid and a.attnum = d.refobjsubid),
  members(classid, objid) as (
    select 'pg_class'::regclass::oid, oid from relations
    union all select 'pg_class'::regclass, indexrelid from indexes
    union all select 'pg_class'::regclass, objid from owned
    union all select 'pg_constraint'::regclass, k.oid from pg_constraint k join relations r on r.oid = k.conrelid
    union all select 'pg_trigger'::regclass, t.oid from pg_trigger t join relations r on r.oid = t.tgrelid where not tgisinternal
    union all select 'pg_rewrite'::regclass, w.oid from pg_rewrite w join relations r on r.oid = w.ev_class
    union all select 'pg_policy'::regclass, p.oid from pg_policy p join relations r on r.oid = p.polrelid
    union all select 'pg_statistic_ext'::regclass, s.oid from pg_statistic_ext s join relations r on r.oid = s.stxrelid
  ), facts as (
    select jsonb_build_array('relation', r.oid::regclass, relkind, relpersistence, reloptions, (select amname from pg_am where oid = relam),
      relrowsecurity, relforcerowsecurity, relreplident, relispartition, pg_get_expr(relpartbound, r.oid), reloftype::regtype,
      relispopulated, (select reloptions from pg_class t where t.oid = r.reltoastrelid),
      case when relkind = 'p' then pg_get_partkeydef(r.oid) end, case when relkind in ('v', 'm') then pg_get_viewdef(r.oid) end,
      array(select a::text from unnest(coalesce(relacl, acldefault('r', relowner))) a order by 1),
      array(select inhparent::regclass from pg_inherits where inhrelid = r.oid order by inhseqno)) as fact from relations r
    union all select jsonb_build_array('column', r.oid::regclass, row_number() over (partition by r.oid order by attnum), attname,
      format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid), attidentity, attgenerated, attcollation::regcollation,
      attstorage, attcompression, nullif(attstattarget, -1), attoptions, attfdwoptions, attislocal, attinhcount,
      array(select x::text from unnest(attacl) x order by 1))
      from relations r join pg_attribute a on attrelid = r.oid left join pg_attrdef on adrelid = r.oid and adnum = attnum
      where attnum > 0 and not attisdropped
    union all select jsonb_build_array('constraint', conrelid::regclass, conname, contype, pg_get_constraintdef(k.oid), conislocal, coninhcount,
      -- Of keys, it says only whether the key was made before its partition was attached.
      contype in ('c', 'n') and connoinherit, convalidated, conenforced, condeferrable, condeferred, (select conname from pg_constraint p where p.oid = k.conparentid))
      from pg_constraint k join relations r on r.oid = conrelid
    union all select jsonb_build_array('index', pg_get_indexdef(indexrelid), indisvalid, indisclustered, indisreplident, reloptions,
      (select inhparent::regclass from pg_inherits where inhrelid = indexrelid),
      array(select attstattarget from pg_attribute where attrelid = indexrelid order by attnum)) from indexes where indisvalid or relname like '%only%'
    union all select jsonb_build_array('trigger', pg_get_triggerdef(t.oid), tgenabled, tgparentid <> 0) from pg_trigger t join relations r on r.oid = tgrelid where not tgisinternal
    union all select jsonb_build_array('rule', pg_get_ruledef(w.oid), ev_enabled) from pg_rewrite w join relations r on r.oid = ev_class
    union all select jsonb_build_array('policy', polrelid::regclass, polname, polcmd, polpermissive, array(select rolname from pg_roles where oid = any (polroles) order by 1),
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy p join relations r on r.oid = polrelid
    union all select jsonb_build_array('statistics', pg_get_statisticsobjdef(s.oid), nullif(stxstattarget, -1)) from pg_statistic_ext s join relations r on r.oid = stxrelid
    union all select jsonb_build_array('sequence', s.seqrelid::regclass, seqtypid::regtype, seqstart, seqmin, seqmax, seqincrement, seqcache, seqcycle, o.column, o.deptype,
      c.relpersistence, array(select a::text from unnest(coalesce(relacl, acldefault('s', relowner))) a order by 1))
      from owned o join pg_sequence s on s.seqrelid = o.objid join pg_class c on c.oid = s.seqrelid
    union all select jsonb_build_array('comment', pg_describe_object(d.classoid, d.objoid, d.objsubid), description)
      from members m join pg_description d on d.classoid = m.classid and d.objoid = m.objid
    union all select jsonb_build_array('foreign', srvname, ftoptions) from relations r join pg_foreign_table on ftrelid = r.oid join pg_foreign_server s on s.oid = ftserver
  )
  select fact::text as fact from facts order by 1`
