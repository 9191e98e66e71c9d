import { quoteLiteral } from '@basalt/sql/quote.ts'
import { BOOKKEEPING_SCHEMA } from '@basalt/sql/schema-owners.rules.ts'
import { comment, isExtensionDependency } from '../fragments.ts'
import { wholeNumber } from '../selection.ts'
import { type ObjectPage, objectLists, type Which } from './object-page.ts'

interface WhichEventTriggers extends Which {
  /** Are those of the platform listed too? */
  readonly platform: boolean
}

export type EventTriggerSort = 'name' | 'event'

const isProtected = `n.nspname = ${quoteLiteral(BOOKKEEPING_SCHEMA)}`

const FROM = `pg_catalog.pg_event_trigger t
    join pg_catalog.pg_proc p on p.oid = t.evtfoid
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace`

const lists = objectLists<EventTriggerSort, WhichEventTriggers>({
  from: FROM,
  where: ({ platform }) => (platform ? 'true' : `not ${isProtected}`),
  oid: 't.oid',
  namespace: null,
  names: ['t.evtname'],
  sorts: { name: ['t.evtname', 'name'], event: ['t.evtevent', 'name'] },
})

// The owner of the function decides: all event triggers are the platform's superuser's.
const SHOWN = `'id', t.oid::pg_catalog.int8, 'name', t.evtname, 'event', t.evtevent,
    'tags', coalesce(t.evttags, '{}'),
    'enabled', case t.evtenabled when 'A' then 'always' when 'R' then 'replica' when 'D' then 'disabled' else 'origin' end,
    'function', pg_catalog.json_build_object('id', p.oid::pg_catalog.int8, 'schema', n.nspname, 'name', p.proname),
    'owner', pg_catalog.pg_get_userbyid(p.proowner),
    'is_protected', ${isProtected}, 'comment', ${comment('t.oid', 'pg_event_trigger')}`

/** Rows of `{ id, name, event, tags, enabled, function, owner, is_protected, comment }`. */
export const eventTriggerList = (page: ObjectPage<EventTriggerSort, WhichEventTriggers>) =>
  lists.page(
    page,
    `select pg_catalog.json_build_object(${SHOWN})
    from ${FROM} where t.oid = page.oid`,
  )

export const eventTriggerCount = lists.count

/** One row of JSON text, or none: what the list has, and `{ is_owned, extension }`. */
export const eventTrigger = (oid: number) => `
  select pg_catalog.json_build_object(${SHOWN},
    'is_owned', pg_catalog.pg_has_role(p.proowner, 'usage'),
    'extension', (
      select x.extname from pg_catalog.pg_depend d join pg_catalog.pg_extension x on x.oid = d.refobjid
      where ${isExtensionDependency('t.oid', 'pg_event_trigger')}
        and d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass))::text
  from ${FROM} where t.oid = ${wholeNumber(oid)}::pg_catalog.oid`
