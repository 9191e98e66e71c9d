import { comment } from '../fragments.ts'
import { orderedPart } from '../selection.ts'
import { asJson, type MetaSelection, metaRestriction } from './meta-selection.ts'

/** Oids as JSON numbers; PostgreSQL would write them as text. */
const numbers = (oids: string) =>
  `array(select oid::int8 from pg_catalog.unnest(${oids}) with ordinality as part(oid, place) order by place)`

export const metaIndexes = (selection: MetaSelection = {}) => `
  with page as materialized (
    select i.indexrelid from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indrelid
    where true ${metaRestriction(selection, { id: 'i.indexrelid', namespace: 'c.relnamespace', relation: 'i.indrelid' })}
    ${orderedPart('i.indexrelid', selection)}
  )
  ${asJson(`
    select i.indexrelid::int8 as id, i.indrelid::int8 as table_id, n.nspname as schema,
      i.indnatts as number_of_attributes, i.indnkeyatts as number_of_key_attributes,
      i.indisunique as is_unique, i.indisprimary as is_primary, i.indisexclusion as is_exclusion,
      i.indimmediate as is_immediate, i.indisclustered as is_clustered, i.indisvalid as is_valid,
      i.indcheckxmin as check_xmin, i.indisready as is_ready, i.indislive as is_live,
      i.indisreplident as is_replica_identity,
      i.indkey::int2[] as key_attributes, ${numbers('i.indcollation')} as collation, ${numbers('i.indclass')} as class,
      i.indoption::int2[] as options, pg_catalog.pg_get_expr(i.indpred, i.indrelid) as index_predicate,
      ${comment('i.indexrelid', 'pg_class')} as comment,
      pg_catalog.pg_get_indexdef(i.indexrelid) as index_definition, am.amname as access_method,
      (select coalesce(json_agg(json_build_object('attribute_number', a.attnum, 'attribute_name', a.attname,
          'data_type', pg_catalog.format_type(a.atttypid, a.atttypmod)) order by a.attnum), '[]')
        from pg_catalog.pg_attribute a where a.attrelid = i.indexrelid and a.attnum > 0) as index_attributes
    from page
    join pg_catalog.pg_index i on i.indexrelid = page.indexrelid
    join pg_catalog.pg_class x on x.oid = i.indexrelid
    join pg_catalog.pg_namespace n on n.oid = x.relnamespace
    join pg_catalog.pg_am am on am.oid = x.relam
    order by page.indexrelid`)}`
