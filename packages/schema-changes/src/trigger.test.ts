import { beforeEach, expect, test } from 'vitest'
import { oddNames, testDatabase } from './database.fixture.ts'
import {
  alterTrigger,
  conditionOf,
  createTrigger,
  dropTrigger,
  type TriggerDraft,
  triggerProblems,
} from './trigger.ts'

const database = testDatabase()
beforeEach(() =>
  database.sql(`
    drop schema if exists shop cascade; create schema shop;
    create table shop.orders (id int, "for each" text, "Odd "" WHEN (" text);
    create table shop.customers (id int);
    create view shop.recent as select * from shop.orders;
    create function shop.log() returns trigger language plpgsql as 'begin return new; end';
    create function shop.log_other() returns trigger language plpgsql as 'begin return new; end'`),
)

const draft = (more: Partial<TriggerDraft> = {}): TriggerDraft => ({
  schema: 'shop',
  table: 'orders',
  name: 'logged',
  comment: null,
  timing: 'before',
  events: ['insert'],
  columns: [],
  level: 'row',
  when: null,
  old_table: null,
  new_table: null,
  function: { schema: 'shop', name: 'log' },
  arguments: [],
  enabled: 'origin',
  constraint: null,
  ...more,
})
const definition = () => database.one('select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal')
const enabled = () => database.one('select tgenabled::text from pg_trigger where not tgisinternal')

test.each(oddNames)(
  'a trigger and its argument named %j are created, changed and dropped with the locks that are said',
  async (name) => {
    const trigger = draft({ name, arguments: [name], comment: name, enabled: 'replica' })
    expect(triggerProblems(trigger)).toEqual([])
    const changed = { ...trigger, name: 'changed', events: ['insert', 'delete'] as const, comment: null }
    const observed = [
      ...(await database.run(createTrigger(trigger))),
      ...(await database.run(alterTrigger(trigger, { ...trigger, name: 'changed' }))),
      ...(await database.run(alterTrigger({ ...trigger, name: 'changed' }, changed))),
    ]
    expect(await definition()).toContain('BEFORE INSERT OR DELETE ON shop.orders')
    expect(await enabled()).toBe('R')
    observed.push(...(await database.run([dropTrigger(changed, false)])))
    expect(await definition()).toBeNull()
    for (const { sql, locks, saysLocks } of observed) expect([sql, saysLocks]).toEqual([sql, locks])
  },
)

const constraint = { deferrable: true, initially_deferred: true, from: { schema: 'shop', name: 'customers' } }
test.each<[title: string, more: Partial<TriggerDraft>, found: string]>([
  [
    'of columns with a condition',
    {
      events: ['insert', 'update'],
      columns: ['id', 'for each', 'Odd " WHEN ('],
      when: `new.id > 1 and new."Odd "" WHEN (" <> 'a) -- EXECUTE' -- a comment`,
      timing: 'after',
    },
    'WHEN (((new.id > 1) AND',
  ],
  [
    'after a statement with its rows',
    { timing: 'after', events: ['update'], level: 'statement', old_table: 'old "rows"', new_table: 'new' },
    'REFERENCING OLD TABLE AS "old ""rows""" NEW TABLE AS new FOR EACH STATEMENT',
  ],
  ['of truncate', { events: ['truncate'], level: 'statement' }, 'BEFORE TRUNCATE'],
  [
    'of a view',
    { table: 'recent', timing: 'instead_of', events: ['insert', 'update', 'delete'] },
    'INSTEAD OF INSERT OR DELETE OR UPDATE ON shop.recent',
  ],
  [
    'that waits for the end of the transaction',
    { timing: 'after', constraint },
    'FROM shop.customers DEFERRABLE INITIALLY DEFERRED',
  ],
  ['that is always enabled', { enabled: 'always' }, 'BEFORE INSERT'],
  ['that is disabled', { enabled: 'disabled' }, 'BEFORE INSERT'],
])('a trigger %s is as the draft says', async (_title, more, found) => {
  const wanted = draft({ comment: 'of a test', ...more })
  expect(triggerProblems(wanted)).toEqual([])
  await database.run(createTrigger(wanted))
  expect(await definition()).toContain(found)
  expect(await enabled()).toBe({ origin: 'O', always: 'A', replica: 'R', disabled: 'D' }[wanted.enabled])
  expect(alterTrigger(wanted, wanted)).toEqual([])
  // A condition that was read back is one that can be written.
  const again = { ...wanted, when: conditionOf((await definition())!) }
  expect(again.when === null).toBe(wanted.when === null)
  const before = await definition()
  await database.run([dropTrigger(wanted, false), ...createTrigger(again)])
  expect(await definition()).toBe(before)
  // An edit of the function changes nothing else.
  const other = { ...again, function: { schema: 'shop', name: 'log_other' } }
  await database.run(alterTrigger(again, other))
  expect(await definition()).toBe(before!.replace('shop.log(', 'shop.log_other('))
  expect(await enabled()).toBe({ origin: 'O', always: 'A', replica: 'R', disabled: 'D' }[wanted.enabled])
  expect(
    await database.one("select obj_description(oid, 'pg_trigger') from pg_trigger where not tgisinternal"),
  ).toBe('of a test')
})

test.each<[title: string, more: Partial<TriggerDraft>, path: string, message: RegExp]>([
  ['no name', { name: '' }, 'name', /Name the trigger/],
  ['no table', { table: '' }, 'table', /Choose a table/],
  ['another table', { table: 'customers' }, 'table', /stays on its table/],
  ['no event', { events: [] }, 'events', /at least one/],
  ['truncate of a row', { events: ['truncate'] }, 'events', /each row/],
  ['columns of an insert', { columns: ['id'] }, 'columns', /update/],
  ['instead of a statement', { timing: 'instead_of', level: 'statement' }, 'level', /each row/],
  [
    'a disabled trigger of a view',
    { timing: 'instead_of', enabled: 'disabled' },
    'enabled',
    /always enabled/,
  ],
  ['two conditions', { when: 'true) when (false' }, 'when', /too many/],
  ['rows before a statement', { level: 'statement', new_table: 'n' }, 'old_table', /after/],
  ['no function', { function: { schema: 'shop', name: '' } }, 'function', /Choose/],
  ['a constraint before', { constraint }, 'constraint', /after each row/],
])('%s is a problem of its field', (_title, more, path, message) => {
  expect(triggerProblems(draft(more), draft())).toContainEqual({
    path,
    message: expect.stringMatching(message),
  })
})
