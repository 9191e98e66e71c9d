import { quoteLiteral } from '@basalt/sql/quote.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type CopiedKinds, readTableObjects, tableObjects } from './copied-objects.ts'
import { oddNames, testDatabase } from './database.fixture.ts'
import { dependents } from './dependents.ts'
import { dropColumn, dropRelation } from './drop-relation.ts'
import { duplicateComment, duplicateName, duplicateTable } from './duplicate-table.ts'
import { realtime } from './realtime.ts'
import { rowSecurity } from './row-security.ts'

const database = testDatabase()
beforeEach(() => database.sql('drop schema public cascade; create schema public'))

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const NOTHING_ELSE: CopiedKinds = { with_policies: false, with_triggers: false, with_grants: false }

async function duplicate(
  name: string,
  with_rows: boolean,
  copyName = duplicateName(name),
  kinds: CopiedKinds = NOTHING_ELSE,
) {
  const current = await database.read(quoted(name))
  const objects = readTableObjects(await database.sql(tableObjects(current.id, 'public')))
  const copy = {
    schema: 'public',
    name: copyName,
    comment: duplicateComment(name),
    with_rows,
    ...kinds,
    rls: true,
    realtime: false,
  }
  const facts = await database.facts(current.table)
  const observed = await database.run(duplicateTable(current, copy, facts, objects))
  for (const { sql, locks, saysLocks } of observed) expect({ sql, locks }).toEqual({ sql, locks: saysLocks })
  return { current, copy: await database.read(quoted(copy.name)) }
}

describe('a duplicate', () => {
  test('has columns, defaults, keys, checks, indexes and foreign keys of the original, with its rows', async () => {
    await database.sql(`
      create table others (x int, y text, unique (x, y));
      insert into others values (1, 'a');
      create table t (
        id int generated always as identity, code serial, a int default 1 check (a > 0), b text, twice int generated always as (a * 2) stored,
        parent int, "Odd ""name" varchar(5), primary key (id), unique (a, b), foreign key (a, b) references others (x, y) on delete cascade,
        foreign key (parent) references t (id));
      create index on t (b);
      insert into t (b) values ('a');
      comment on column t.a is 'a column'`)
    const { current, copy } = await duplicate('t', true)
    const ofCode = { default: null, identity: 'by default' }
    expect(copy.table).toMatchObject({
      name: 't_duplicate',
      comment: 'This is a duplicate of t',
      rls: true,
      columns: current.table.columns.map((each) => (each.name === 'code' ? { ...each, ...ofCode } : each)),
      primary_key: ['id'],
      uniques: [{ columns: ['a', 'b'] }],
      checks: [{ expression: '(a > 0)' }],
    })
    expect(copy.table.foreign_keys.map(({ columns, target }) => [columns, target.name])).toEqual([
      [['a', 'b'], 'others'],
      [['parent'], 't_duplicate'],
    ])
    expect(await database.one(`select count(*) from pg_indexes where tablename = 't_duplicate'`)).toBe('3')
    const rows = 'select id, code, a, b, twice from'
    expect(await database.sql(`${rows} t_duplicate`)).toEqual(await database.sql(`${rows} t`))
    await database.sql(`update t_duplicate set b = null`)
    expect(await database.sql('insert into t_duplicate default values returning id, code')).toEqual([
      ['2', '2'],
    ])
  })

  test('has no rows unless asked', async () => {
    await database.sql('create table t (a int); insert into t values (1)')
    await duplicate('t', false)
    expect(await database.one('select count(*) from t_duplicate')).toBe('0')
  })

  /** Policies, triggers and grants of a table, with its own name written as `it`. */
  const objectsOf = async (name: string) => {
    const oid = await database.oid(quoted(name))
    const found = await database.sql(`
      select 'policy', polname, polcmd::text, polpermissive::text, polroles::text,
        pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid), obj_description(oid, 'pg_policy')
      from pg_policy where polrelid = ${oid}
      union all select 'trigger', tgname, pg_get_triggerdef(oid), tgenabled::text, null, null, null, obj_description(oid, 'pg_trigger')
      from pg_trigger where tgrelid = ${oid} and not tgisinternal
      union all select 'table', relacl::text, relforcerowsecurity::text, null, null, null, null, null from pg_class where oid = ${oid}
      union all select 'column', attname, attacl::text, null, null, null, null, null
      from pg_attribute where attrelid = ${oid} and attacl is not null order by 1, 2`)
    const printed = await database.one('select quote_ident($1)', [name])
    const ownColumns = ['id', '"ON"', '*'].map((column) => [`${printed}.${column}`, `it.${column}`] as const)
    return found.map((row) =>
      row.map((text) =>
        text === null
          ? null
          : ownColumns
              .reduce((shown, [from, to]) => shown.replaceAll(from, to), text)
              .replace(`public.${printed} `, 'it '),
      ),
    )
  }

  const everything = { with_policies: true, with_triggers: true, with_grants: true }

  test.each(oddNames)('has the policies, triggers and grants of %s exactly', async (name) => {
    const table = quoted(name)
    await database.sql(`
      create table others (id int primary key, owner name);
      create schema if not exists "plain"; create table if not exists "plain".others (id int);
      create table ${table} (id int primary key, "ON" int, note text);
      create function touch() returns trigger language plpgsql as 'begin new.note := tg_argv[0]; return new; end';
      create policy ${table} on ${table} for select to public using (note <> ${quoteLiteral(`${name}.note`)});
      create policy nested on ${table} as restrictive for update to pg_monitor, pg_read_all_data
        using (exists (select from others o join "plain".others p on p.id = o.id where o.id = ${table}.id and exists (
          select from ${table} inside where inside.id = ${table}."ON" and (${table}.*) is not null)))
        with check (id in (select others.id from others where owner = current_user));
      create policy adds on ${table} for insert with check (true);
      comment on policy adds on ${table} is 'it''s';
      create trigger ${table} before insert or update of "ON" on ${table} for each row
        when (new."ON" > 1) execute function touch(' ON public.x ');
      create constraint trigger late after insert on ${table} from others deferrable initially deferred for each row execute function touch();
      create trigger every after update on ${table} referencing old table as was for each statement execute function touch();
      alter table ${table} disable trigger late;
      alter table ${table} enable always trigger every;
      alter table ${table} force row level security;
      comment on trigger late on ${table} is 'late';
      alter default privileges in schema public grant insert, delete on tables to pg_monitor;
      alter default privileges in schema public grant select on tables to public;
      grant select on ${table} to pg_monitor with grant option;
      grant insert, truncate on ${table} to pg_read_all_data;
      grant update ("ON"), select (id) on ${table} to pg_read_all_data`)
    await duplicate(name, false, 'the copy', everything)
    const original = await objectsOf(name)
    expect(original.map(([kind]) => kind)).toEqual([
      'column',
      'column',
      'policy',
      'policy',
      'policy',
      'table',
      'trigger',
      'trigger',
      'trigger',
    ])
    expect(await objectsOf('the copy')).toEqual(original)
    await database.sql(
      'alter default privileges in schema public revoke all on tables from pg_monitor, public',
    )
  })

  test('has its own privileges, policies and triggers unless asked', async () => {
    await database.sql(
      `create table t (id int); create policy all_rows on t using (true); grant select on t to public`,
    )
    await duplicate('t', false)
    expect(await objectsOf('t_duplicate')).toEqual([['table', null, 'false', null, null, null, null, null]])
  })

  test.each(oddNames)('of %s', async (name) => {
    await database.sql(
      `create table ${quoted(name)} (${quoted(name)} int primary key); insert into ${quoted(name)} values (7)`,
    )
    const { copy } = await duplicate(name, true, 'copy of "it"')
    expect(copy.table).toMatchObject({ comment: `This is a duplicate of ${name}`, primary_key: [name] })
    expect(await database.one('select count(*) from "copy of ""it"""')).toBe('1')
  })
})

describe('what goes with what is dropped', () => {
  const shop = `
    create table people (id int primary key, name text, age int check (age > 0), unique (name));
    create index on people (age);
    create table orders (id serial primary key, person int references people on delete cascade, note text);
    create view adults as select name, age from people where age > 17;
    create view names as select name from adults;
    create materialized view counted as select count(*) from people;
    create function first_name() returns text language sql begin atomic select name from people limit 1; end;
    create policy own on orders using (exists (select from people where people.id = person and age > 1));
    create policy plain on people using (true);
    create function touch() returns trigger language plpgsql as 'begin return new; end';
    create trigger touch before update on people for each row execute function touch();
    create sequence numbers owned by people.id`
  const list = async (name: string, column?: string) =>
    (await database.sql(dependents(await database.oid(name), column))).map(([text]) => text)

  /** What PostgreSQL says it drops. */
  test('a table with views, keys, functions and policies that depend on it', async () => {
    await database.sql(shop)
    const found = await list('people')
    expect(found).toEqual([
      'view adults',
      'view names',
      'constraint orders_person_fkey on table orders',
      'policy own on table orders',
      'materialized view counted',
      'function first_name()',
    ])
    const current = await database.read('people')
    const [observed] = await database.run([
      dropRelation({ schema: 'public', name: 'people', kind: current.kind }, true),
    ])
    expect(observed!.locks).toContain('public.people AccessExclusiveLock')
    expect(
      await database.one(
        "select string_agg(relname, ' ' order by relname) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm')",
      ),
    ).toBe('orders')
  })

  test('a column', async () => {
    await database.sql(shop)
    expect(await list('people', 'age')).toEqual(['view adults', 'view names', 'policy own on table orders'])
    expect(await list('people', 'id')).toEqual([
      'constraint orders_person_fkey on table orders',
      'policy own on table orders',
    ])
    expect(await list('orders', 'note')).toEqual([])
  })

  test('a view, and a table that nothing depends on', async () => {
    await database.sql(shop)
    expect(await list('adults')).toEqual(['view names'])
    expect(await list('counted')).toEqual([])
    await database.sql(
      'create table alone (id serial primary key, a int generated always as (1) stored unique, self int references alone)',
    )
    expect(await list('alone')).toEqual([])
  })

  test('partitions are parts of their table', async () => {
    await database.sql(`
      create table p (a int primary key) partition by range (a);
      create table p1 partition of p for values from (0) to (10);
      create table child (a int references p);
      create view v as select * from p1`)
    expect(await list('p')).toEqual(['view v', 'constraint child_a_fkey on table child'])
  })

  test('without CASCADE, what has dependents stays', async () => {
    await database.sql(shop)
    const relation = { schema: 'public', name: 'people', kind: 'r' as const }
    await expect(database.run([dropRelation(relation, false)])).rejects.toThrow('other objects depend on it')
    await expect(database.run([dropColumn(relation, 'age', false)])).rejects.toThrow(
      'other objects depend on it',
    )
    await database.run([dropColumn(relation, 'age', true)])
    expect((await database.read('people')).table.columns.map(({ name }) => name)).toEqual(['id', 'name'])
  })

  const kinds = [
    ['r', 'create table %s (a int)'],
    ['p', 'create table %s (a int) partition by list (a)'],
    ['v', 'create view %s as select 1 as a'],
    ['m', 'create materialized view %s as select 1 as a'],
  ] as const
  test.each(kinds.flatMap(([kind, make]) => oddNames.map((name) => ({ kind, make, name }))))(
    'a relation of kind $kind called $name',
    async ({ kind, make, name }) => {
      await database.sql(make.replace('%s', () => quoted(name)))
      const [observed] = await database.run([dropRelation({ schema: 'public', name, kind }, false)])
      expect(observed!.locks).toEqual(observed!.saysLocks)
      expect(await database.one('select to_regclass($1)', [quoted(name)])).toBeNull()
    },
  )

  test('a foreign key takes the lock of the table it points to', async () => {
    await database.sql(shop)
    const [observed] = await database.run([
      dropRelation({ schema: 'public', name: 'orders', kind: 'r' }, false, [
        { schema: 'public', name: 'people' },
      ]),
    ])
    expect(observed!.locks).toEqual(observed!.saysLocks)
  })
})

test.each(oddNames)('row security and realtime are turned on and off for %s', async (name) => {
  await database.sql(`create table ${quoted(name)} (a int); drop publication if exists supabase_realtime`)
  const relation = { schema: 'public', name }
  for (const isOn of [true, false]) {
    const facts = await database.facts()
    const observed = await database.run([rowSecurity(relation, isOn), realtime(relation, isOn, facts)])
    for (const { sql, locks, saysLocks } of observed)
      expect({ sql, locks }).toEqual({ sql, locks: saysLocks })
    expect((await database.read(quoted(name))).table).toMatchObject({ rls: isOn, realtime: isOn })
  }
})
