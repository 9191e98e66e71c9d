import { columnNames, comment } from '../fragments.ts'
import { wholeNumber } from '../selection.ts'
import { type ObjectPage, objectLists, type WhichInSchema } from './object-page.ts'

const lists = objectLists<'name' | 'table', WhichInSchema>({
  from: 'pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid',
  where: () => 'not t.tgisinternal',
  oid: 't.oid',
  namespace: 'c.relnamespace',
  names: ['t.tgname', 'c.relname'],
  sorts: { name: ['t.tgname', 'name'], table: ['c.relname', 'name'] },
})

// Bits of tgtype: 1 row, 2 before, 4 insert, 8 delete, 16 update, 32 truncate, 64 instead of.
const timingOf = `case when t.tgtype & 64 <> 0 then 'instead_of' when t.tgtype & 2 <> 0 then 'before' else 'after' end`

const eventsOf = `array(select event from (values (4, 'insert'), (16, 'update'), (8, 'delete'), (32, 'truncate')) known(bit, event)
      where t.tgtype & bit <> 0)`

const levelOf = `case when t.tgtype & 1 <> 0 then 'row' else 'statement' end`

const enabledOf = `case t.tgenabled when 'A' then 'always' when 'R' then 'replica' when 'D' then 'disabled' else 'origin' end`

const functionOf = `(
      select pg_catalog.json_build_object('id', p.oid::pg_catalog.int8, 'schema', pn.nspname, 'name', p.proname)
      from pg_catalog.pg_proc p join pg_catalog.pg_namespace pn on pn.oid = p.pronamespace where p.oid = t.tgfoid)`

/** Rows of `{ id, name, table, timing, events, level, function, enabled, comment }`. */
export const listedTriggers = (page: ObjectPage<'name' | 'table'>) =>
  lists.page(
    page,
    `select pg_catalog.json_build_object('id', t.oid::pg_catalog.int8, 'name', t.tgname,
      'table', pg_catalog.json_build_object('id', c.oid::pg_catalog.int8, 'name', c.relname),
      'timing', ${timingOf}, 'events', ${eventsOf}, 'level', ${levelOf}, 'function', ${functionOf}, 'enabled', ${enabledOf},
      'comment', ${comment('t.oid', 'pg_trigger')})
    from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid where t.oid = page.oid`,
  )

export const listedTriggerCount = lists.count

/**
 * One row of JSON text, or none: `{ id, schema, table, table_id, name, comment, timing, events, columns, level, old_table,
 * new_table, function, arguments, enabled, constraint, definition, parent, owner, is_owned }`. `arguments` are bytes in hex,
 * each ended by a zero. `parent` is the table whose trigger this one was made for, of a partition.
 */
export const oneTrigger = (oid: number) => `
  select pg_catalog.json_build_object('id', t.oid::pg_catalog.int8, 'schema', n.nspname, 'table', c.relname,
    'table_id', c.oid::pg_catalog.int8, 'name', t.tgname, 'comment', ${comment('t.oid', 'pg_trigger')},
    'timing', ${timingOf}, 'events', ${eventsOf}, 'columns', ${columnNames('t.tgrelid', 't.tgattr::pg_catalog.int2[]')},
    'level', ${levelOf}, 'old_table', t.tgoldtable, 'new_table', t.tgnewtable, 'function', ${functionOf},
    'arguments', pg_catalog.encode(t.tgargs, 'hex'), 'enabled', ${enabledOf},
    'constraint', case when t.tgconstraint <> 0 then pg_catalog.json_build_object('deferrable', t.tgdeferrable,
      'initially_deferred', t.tginitdeferred, 'from', (
        select pg_catalog.json_build_object('schema', fn.nspname, 'name', f.relname)
        from pg_catalog.pg_class f join pg_catalog.pg_namespace fn on fn.oid = f.relnamespace where f.oid = t.tgconstrrelid)) end,
    'definition', pg_catalog.pg_get_triggerdef(t.oid),
    'parent', (select parent.tgrelid::pg_catalog.regclass::pg_catalog.text from pg_catalog.pg_trigger parent where parent.oid = t.tgparentid),
    'owner', pg_catalog.pg_get_userbyid(c.relowner),
    'is_owned', pg_catalog.pg_has_role(c.relowner, 'usage'))::text
  from pg_catalog.pg_trigger t
  join pg_catalog.pg_class c on c.oid = t.tgrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where t.oid = ${wholeNumber(oid)}::pg_catalog.oid and not t.tgisinternal`
