import { orderedPart } from '../selection.ts'
import { asJson, type MetaSelection, metaRestriction } from './meta-selection.ts'
import { isVisibleRelation } from './visible.ts'

const RELATION_ACL = "coalesce(c.relacl, pg_catalog.acldefault('r', c.relowner))"

const roleName = (oid: string) =>
  `case ${oid} when 0 then 'PUBLIC' else pg_catalog.pg_get_userbyid(${oid})::text end`

/** The JSON array of the rows of `given`, which are as those of aclexplode. */
const grants = (given: string) => `(
      select coalesce(json_agg(json_build_object(
        'grantor', ${roleName('given.grantor')}, 'grantee', ${roleName('given.grantee')},
        'privilege_type', given.privilege_type, 'is_grantable', given.is_grantable)
        order by given.grantee, given.grantor, given.privilege_type), '[]')
      from ${given} given)`

/** Privileges on tables and views as a whole, including their owners'. */
export const metaTablePrivileges = (selection: MetaSelection = {}) => `
  with page as materialized (
    select c.* from pg_catalog.pg_class c
    where c.relkind in ('r', 'v', 'm', 'f', 'p') and ${isVisibleRelation('c')}
      ${metaRestriction(selection, { id: 'c.oid', namespace: 'c.relnamespace' })}
    ${orderedPart('c.oid', selection)}
  )
  ${asJson(`
    select c.oid::int8 as relation_id, n.nspname as schema, c.relname as name,
      case c.relkind when 'r' then 'table' when 'v' then 'view' when 'm' then 'materialized_view'
        when 'f' then 'foreign_table' else 'partitioned_table' end as kind,
      ${grants(`pg_catalog.aclexplode(${RELATION_ACL})`)} as privileges
    from page c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    order by c.oid`)}`

/** Rows of `acl` that apply to columns and that the current role may know of, as in information_schema. */
const ofColumn = (acl: string) => `
        select given.grantor, given.grantee, given.privilege_type, given.is_grantable
        from pg_catalog.aclexplode(${acl}) given
        where given.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
          and case when given.grantee = 0 then true else pg_catalog.pg_has_role(given.grantor, 'usage')
            or pg_catalog.pg_has_role(given.grantee, 'usage') end`

/** Privileges on columns: their own, and those on their table or view. Columns without any are left out. */
export const metaColumnPrivileges = (selection: Omit<MetaSelection, 'id'> = {}) => `
  with page as materialized (
    select a.attrelid, a.attnum, a.attname, a.attacl
    from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
    where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'v', 'm', 'f', 'p')
      and (exists (${ofColumn(RELATION_ACL)}) or exists (${ofColumn('a.attacl')}))
      ${metaRestriction(selection, { id: 'a.attrelid', namespace: 'c.relnamespace', relation: 'a.attrelid' })}
    ${orderedPart('a.attrelid, a.attnum', selection)}
  )
  ${asJson(`
    select page.attrelid || '.' || page.attnum as column_id, n.nspname as relation_schema, c.relname as relation_name,
      page.attname as column_name,
      ${grants(`(${ofColumn(RELATION_ACL)}
        union ${ofColumn('page.attacl')})`)} as privileges
    from page
    join pg_catalog.pg_class c on c.oid = page.attrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    order by page.attrelid, page.attnum`)}`
