import { orderedPart } from '../selection.ts'
import { asJson, type MetaSelection, metaRestriction } from './meta-selection.ts'

export const metaPublications = (selection: Pick<MetaSelection, 'id' | 'limit' | 'offset'> = {}) =>
  asJson(`
    select p.oid::int8 as id, p.pubname as name, pg_catalog.pg_get_userbyid(p.pubowner) as owner,
      p.pubinsert as publish_insert, p.pubupdate as publish_update, p.pubdelete as publish_delete,
      p.pubtruncate as publish_truncate,
      case when not p.puballtables then (
        select coalesce(json_agg(json_build_object('id', c.oid::int8, 'name', c.relname, 'schema', n.nspname)
          order by c.oid), '[]')
        from pg_catalog.pg_publication_rel r
        join pg_catalog.pg_class c on c.oid = r.prrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where r.prpubid = p.oid) end as tables
    from pg_catalog.pg_publication p
    where true ${metaRestriction(selection, { id: 'p.oid' })}
    ${orderedPart('p.oid', selection)}`)
