import { orderedPart } from '../selection.ts'
import { asJson, type MetaSelection, metaRestriction } from './meta-selection.ts'

/** The arguments, which are kept as bytes that each end with a zero. In hex they can be split at it. */
const ARGUMENTS = `array(
        select pg_catalog.convert_from(pg_catalog.decode(part.hex, 'hex'), pg_catalog.getdatabaseencoding())
        from pg_catalog.string_to_table(
          pg_catalog.regexp_replace(pg_catalog.encode(t.tgargs, 'hex'), '(..)', '\\1 ', 'g'), '00 ')
          with ordinality as part(hex, place)
        where part.place <= t.tgnargs order by part.place)`

/** Triggers of tables and views, without the internal ones that enforce constraints. */
export const metaTriggers = (selection: MetaSelection = {}) => `
  with page as materialized (
    select t.oid from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal
      ${metaRestriction(selection, { id: 't.oid', namespace: 'c.relnamespace', relation: 't.tgrelid' })}
    ${orderedPart('t.oid', selection)}
  )
  ${asJson(`
    select t.oid::int8 as id, t.tgrelid::int8 as table_id,
      case t.tgenabled when 'D' then 'DISABLED' when 'R' then 'REPLICA' when 'A' then 'ALWAYS'
        else 'ORIGIN' end as enabled_mode,
      ${ARGUMENTS} as function_args,
      t.tgname as name, c.relname as table, n.nspname as schema,
      -- Only PostgreSQL's own statement has it as SQL: an expression over two rows cannot be printed alone.
      case when t.tgqual is not null then pg_catalog.substring(pg_catalog.pg_get_triggerdef(t.oid),
        'FOR EACH (?:ROW|STATEMENT) WHEN \\((.+)\\) EXECUTE FUNCTION ') end as condition,
      -- Bits of tgtype: 1 row, 2 before, 4 insert, 8 delete, 16 update, 32 truncate, 64 instead of.
      case when t.tgtype & 1 <> 0 then 'ROW' else 'STATEMENT' end as orientation,
      case when t.tgtype & 64 <> 0 then 'INSTEAD OF' when t.tgtype & 2 <> 0 then 'BEFORE'
        else 'AFTER' end as activation,
      array(select event from (values (4, 'INSERT'), (8, 'DELETE'), (16, 'UPDATE'), (32, 'TRUNCATE')) as known(bit, event)
        where t.tgtype & bit <> 0 order by bit) as events,
      p.proname as function_name, fn.nspname as function_schema
    from page
    join pg_catalog.pg_trigger t on t.oid = page.oid
    join pg_catalog.pg_class c on c.oid = t.tgrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_proc p on p.oid = t.tgfoid
    join pg_catalog.pg_namespace fn on fn.oid = p.pronamespace
    order by page.oid`)}`
