import { waitFor } from '@basalt/testing/wait-for.ts'
import { describe, expect, test } from 'vitest'
import { planOf, randomFrom, testDatabase } from '../database.fixture.ts'
import { NO_FILTER } from '../filters/filter-sql.ts'
import { pageStatement, readPage } from '../pages/page.ts'
import { planPages } from '../pages/page-plan.ts'
import type { GridRow } from '../pages/row-columns.ts'
import type { RowIdentity } from '../shape/row-identity.ts'
import type { TableShape } from '../shape/table-shape.ts'
import { type Edit, mergeEdits, type NewValue } from './edit.ts'
import { previewSql } from './preview.ts'
import { save } from './save-driver.fixture.ts'
import { currentRows, saveStatement } from './save-statement.ts'
import { undoEdits } from './undo.ts'

const database = testDatabase()

interface Relation {
  shape: TableShape
  identity: RowIdentity
}

async function rowsOf(relation: Relation): Promise<readonly GridRow[]> {
  const source = { ...relation, plan: planPages(relation.shape, relation.identity), filter: NO_FILTER }
  const request = { at: 'first' } as const
  return readPage(source, request, 1000, await database.run(pageStatement(source, request, 1000))).rows
}

/** The values of a row by column, as the grid has them. */
const valuesOf = ({ shape }: Relation, row: GridRow): Record<string, string | null> =>
  Object.fromEntries(
    row.cells.flatMap(({ text, isCut }, place) => (isCut ? [] : [[shape.columns[place]!.name, text]])),
  )

const updateOf = (relation: Relation, row: GridRow, set: Record<string, NewValue>): Edit => ({
  kind: 'update',
  row: row.identity,
  old: valuesOf(relation, row),
  set,
})

const deleteOf = (relation: Relation, row: GridRow): Edit => ({
  kind: 'delete',
  row: row.identity,
  old: valuesOf(relation, row),
})

const textsOf = async (name: string) =>
  (await database.sql(`select t::text from ${name} t order by 1`)).map(([text]) => text)

const outcomes = (results: readonly { outcome: string }[]) => results.map(({ outcome }) => outcome)

const unsaved = (results: readonly { outcome: string }[]) =>
  results.filter(({ outcome }) => outcome !== 'saved')

/** Resolves once a session of this database waits for a lock. */
async function waitUntilBlocked() {
  const watcher = await database.another()
  await waitFor(async () => {
    const [[waiting] = []] = await watcher.sql(
      "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    return waiting !== '0'
  })
  await watcher.end()
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const generatedColumns = ({ shape }: Relation) =>
  shape.columns.filter(({ generated }) => generated !== null).map(({ name }) => name)

describe('a value of any type is saved, guarded, undone, and saved by the preview alike', () => {
  const VALUES: readonly [type: string, old: string | null, next: string | null][] = [
    ['int2', '1', '-32768'],
    ['int4', null, '2147483647'],
    ['int8', '9007199254740993', '-9223372036854775808'],
    ['numeric', '1.10', '1.1'],
    ['numeric', 'NaN', 'Infinity'],
    ['numeric(30,10)', '12345678901234567890.0123456789', null],
    ['float4', '0.1', '-Infinity'],
    ['float8', '0.30000000000000004', 'NaN'],
    ['money', '$1.00', '$2.50'],
    ['text', '', null],
    ['text', null, ''],
    ['text', "it's", 'C:\\temp\n"x"'],
    ['text', 'a\tb', '😀 ÄÖ'],
    ['varchar(5)', 'x', 'x    '],
    ['char(3)', 'x', 'xyz'],
    ['"char"', 'a', 'b'],
    ['name', 'a', 'b'],
    ['bool', 'true', 'false'],
    ['date', '4713-01-01 BC', 'infinity'],
    ['time', '24:00:00', '00:00:00.000001'],
    ['timetz', '12:00:00+02', '12:00:00-02'],
    ['timestamp', '-infinity', '2026-11-23 04:05:06.789'],
    ['timestamptz', '2026-03-29 02:30:00.123456+00', '0044-03-15 00:00:00+00 BC'],
    ['interval', '1 mon', '30 days'],
    ['uuid', '00000000-0000-0000-0000-000000000001', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    ['json', '{"a" :  1}', '{"a":1,"a":2}'],
    ['json', 'null', null],
    ['jsonb', '{"a": 1.10}', '{"a": 1.1}'],
    ['jsonb', null, '"x"'],
    ['bytea', '\\x', '\\x00ff27'],
    ['int[]', '{}', '{1,NULL,3}'],
    ['int[]', '[0:1]={1,2}', '{{1,2},{3,4}}'],
    ['text[]', '{"a,b","\\"",NULL,"NULL"}', '{}'],
    ['int4range', 'empty', '[1,5)'],
    ['numrange', '(,1.10]', '[1.1,1.10]'],
    ['int4multirange', '{}', '{[1,3),[5,7)}'],
    ['inet', '10.0.0.1/8', '::1'],
    ['cidr', '10.0.0.0/8', '::/0'],
    ['macaddr', '08:00:2b:01:02:03', '08:00:2b:01:02:04'],
    ['bit(3)', '101', '010'],
    ['varbit', '', '1'],
    ['xml', '<a/>', '<a>&amp;</a>'],
    ['point', '(1,2)', '(-0.1,1e+300)'],
    ['box', '(1,1),(0,0)', '(3,3),(2,2)'],
    ['tsvector', "'a':1 'b'", "'c':2A"],
    ['tsquery', "'a' & 'b'", "!'c'"],
    ['pg_lsn', '0/1', 'FF/0'],
    ['oid', '4294967295', '0'],
    ['saved_mood', 'sad', "it's fine"],
    ['saved_positive', '1', '2'],
    ['saved_pair', '(1,)', '(,"a,b")'],
    ['saved_pair[]', '{"(1,a)"}', '{}'],
    ['saved_span', '[1,2]', 'empty'],
    ['saved_email', 'a@b', 'A@B'],
    ['text collate saved_folded', 'a', 'A'],
  ] // biome-ignore format: a table
  const TYPES = `
    create type saved_mood as enum ('sad', 'it''s fine');
    create domain saved_positive as int check (value > 0);
    create type saved_pair as (x int, y text);
    create type saved_span as range (subtype = float8);
    create domain saved_email as varchar(50) check (value like '%@%');
    create collation saved_folded (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`
  const IDENTITIES = [
    ['a primary key', 'id int primary key, '],
    ['no key', 'id int, '],
  ] as const
  const cases = IDENTITIES.flatMap(([keyed, key]) =>
    VALUES.map(([type, old, next], place) => ({ keyed, key, type, old, next, place })),
  )

  test.each(cases)('$type from $old to $next, with $keyed', async ({ key, type, old, next, place }) => {
    if ((await database.sql("select to_regtype('saved_mood')"))[0]![0] === null) await database.sql(TYPES)
    const name = `value_${place}_${key.includes('primary') ? 'key' : 'bare'}`
    const column = quoted(['v', 'V "x".y', 'select', '😀'][place % 4]!)
    await database.sql(`create table ${name} (${key}${column} ${type})`)
    await database.sql(`insert into ${name} values (1, $1), (2, $1)`, [old])
    await database.sql(
      `create table ${name}_copy (like ${name} including all); insert into ${name}_copy select * from ${name}`,
    )
    const relation = await database.relation(name)
    const before = await textsOf(name)
    const rows = await rowsOf(relation)
    const columnName = relation.shape.columns[1]!.name
    const edits = [updateOf(relation, rows[0]!, { [columnName]: next })]
    const { results, statements } = await save(database, relation, edits)
    expect(results).toMatchObject([{ outcome: 'saved' }])
    expect(statements).toBe(1)
    const after = await textsOf(name)
    expect(after).not.toEqual(before)
    const plainType = type.replace(/ collate.*/, '')
    expect(await database.sql(`select ${column}::text from ${name} where id = 1`)).toEqual(
      await database.sql(`select ($1::text)::${plainType}::text`, [next]),
    )

    // The same edit is a conflict now, because it is based on a value that is no longer there.
    const again = await save(database, relation, edits)
    expect(outcomes(again.results)).toEqual([relation.identity.kind === 'key' ? 'conflict' : 'gone'])
    expect(await textsOf(name)).toEqual(after)

    const copy = await database.relation(`${name}_copy`)
    const copied = await rowsOf(copy)
    await database.sql(
      previewSql(copy.shape, copy.identity, [updateOf(copy, copied[0]!, { [columnName]: next })]),
    )
    expect(await textsOf(`${name}_copy`)).toEqual(after)

    const undo = undoEdits(edits, results, generatedColumns(relation))!
    expect(outcomes((await save(database, relation, undo)).results)).toEqual(['saved'])
    expect(await textsOf(name)).toEqual(before)
  })
})

describe('rows of any shape are inserted and deleted, and undone', () => {
  const SHAPES: readonly [what: string, sql: string, set: Record<string, NewValue>][] = [
    ['nothing but defaults', 'create table $t (id int generated always as identity primary key, at int default 7)', {}],
    ['an explicit default', 'create table $t (id serial primary key, at int default 7)', { at: { default: true } }],
    ['a value instead of an identity', 'create table $t (id int generated always as identity primary key, n text)', { id: '5', n: 'x' }],
    ['a value instead of an identity by default', 'create table $t (id int generated by default as identity primary key, n text)', { id: '5' }],
    ['a stored generated column', 'create table $t (id int primary key, d int generated always as (id * 2) stored)', { id: '5' }],
    ['a virtual generated column', 'create table $t (id int primary key, d int generated always as (id * 2) virtual)', { id: '5' }],
    ['no key', 'create table $t (a int, b text)', { a: '1', b: null }],
    ['no columns', 'create table $t ()', {}],
    ['one column that has a default', 'create table $t (a uuid default gen_random_uuid())', {}],
    ['partitions', 'create table $t (id int primary key, n text) partition by range (id); create table $t_1 partition of $t for values from (0) to (10)', { id: '5', n: 'x' }],
    ['partitions and no key', 'create table $t (id int, n text) partition by range (id); create table $t_1 partition of $t for values from (0) to (10)', { id: '5', n: 'x' }],
    ['a table that others inherit', 'create table $t (id int primary key); create table $t_1 () inherits ($t)', { id: '5' }],
    ['a unique key', 'create table $t (id int not null unique, n text)', { id: '5' }],
    ['a key of two columns', 'create table $t (a int, b text, primary key (b, a))', { a: '5', b: '' }],
    ['a domain with a default', 'create domain $t_d as int default 3; create table $t (id int primary key, v $t_d)', { id: '1' }],
    ['a simple view', 'create table $t_base (id int primary key, n text, hidden int); create view $t as select n as "N", id as "Key" from $t_base', { Key: '5', N: 'x' }],
    ['a trigger that changes the row', `create table $t (id int primary key, n text);
      create function $t_f() returns trigger language plpgsql as 'begin new.n = upper(new.n); return new; end';
      create trigger x before insert or update on $t for each row execute function $t_f()`, { id: '5', n: 'x' }],
    ['awkward names', 'create table $t ("a""b" int primary key, "c.d" text, "e f" int, "select" int, "😀" int, "row_ctid" int, "edit" int, "number" int, "old" int, "new" int, "t" int)', { 'a"b': '5', 'c.d': 'x', 'e f': '1', select: '2', '😀': '3', row_ctid: '4', edit: '6', number: '7', old: '8', new: '9', t: '10' }],
    ['names of 63 bytes', `create table $t ("${'é'.repeat(31)}x" int primary key, "${'n'.repeat(63)}" int)`, { [`${'é'.repeat(31)}x`]: '5', ['n'.repeat(63)]: '1' }],
    ['1,600 columns', `create table $t (${Array.from({ length: 1600 }, (_, n) => `c${n} int`).join(', ')}, primary key (c0))`, Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`c${n}`, String(n)]))],
  ] // biome-ignore format: a table
  test.each(SHAPES.map(([what, sql, set], place) => ({ what, sql, set, place })))(
    'with $what',
    async ({ sql, set, place }) => {
      const name = `shape_${place}`
      await database.sql(sql.replaceAll('$t', name))
      const relation = await database.relation(name)
      const insert: Edit[] = [{ kind: 'insert', set }]
      const { results, statements } = await save(database, relation, insert)
      expect(results).toMatchObject([{ outcome: 'saved' }])
      // Without a key, partitions say only afterwards which version of a row they have.
      expect(statements).toBe(relation.shape.kind === 'p' && relation.identity.kind === 'ctid' ? 2 : 1)
      const after = await textsOf(name)
      expect(after).toHaveLength(1)

      const undo = undoEdits(insert, results, generatedColumns(relation))!
      expect(outcomes((await save(database, relation, undo)).results)).toEqual(['saved'])
      expect(await textsOf(name)).toEqual([])

      const redone = await save(database, relation, [{ kind: 'insert', set }])
      expect(outcomes(redone.results)).toEqual(['saved'])
      const kept = await textsOf(name)
      const rows = await rowsOf(relation)
      const removal = [deleteOf(relation, rows[0]!)]
      const removed = await save(database, relation, removal)
      expect(outcomes(removed.results)).toEqual(['saved'])
      expect(await textsOf(name)).toEqual([])
      const back = undoEdits(removal, removed.results, generatedColumns(relation))!
      expect(outcomes((await save(database, relation, back)).results)).toEqual(['saved'])
      expect(await textsOf(name)).toEqual(kept)
    },
  )
})

describe('an edit that cannot be saved says why, and no other is saved', () => {
  const REFUSALS: readonly [what: string, table: string, edit: Edit, reason: RegExp][] = [
    ['a number that is none', 'id int primary key, v int', { kind: 'insert', set: { id: '2', v: 'x' } }, /invalid input syntax for type integer: "x"/],
    ['a number that is too large', 'id int primary key, v int2', { kind: 'insert', set: { id: '2', v: '99999' } }, /out of range/],
    ['a text that is too long', 'id int primary key, v varchar(2)', { kind: 'insert', set: { id: '2', v: 'abc' } }, /too long/],
    ['NULL where none may be', 'id int primary key, v int not null', { kind: 'insert', set: { id: '2', v: null } }, /null value in column "v"/],
    ['a missing value', 'id int primary key, v int not null', { kind: 'insert', set: { id: '2' } }, /null value in column "v"/],
    ['a check', 'id int primary key, v int check (v > 0)', { kind: 'insert', set: { id: '2', v: '0' } }, /violates check constraint/],
    ['a duplicate', 'id int primary key, v int', { kind: 'insert', set: { id: '1' } }, /duplicate key/],
    ['a missing reference', 'id int primary key, v int references refused_0', { kind: 'insert', set: { id: '2', v: '77' } }, /violates foreign key/],
    ['a domain', 'id int primary key, v refused_even', { kind: 'insert', set: { id: '2', v: '3' } }, /violates check constraint "refused_even_check"/],
    ['an enum', 'id int primary key, v refused_mood', { kind: 'insert', set: { id: '2', v: 'happy' } }, /invalid input value for enum/],
    ['JSON that is none', 'id int primary key, v jsonb', { kind: 'insert', set: { id: '2', v: '{' } }, /invalid input syntax for type json/],
    ['a generated column', 'id int primary key, v int generated always as (id) stored', { kind: 'insert', set: { id: '2', v: '1' } }, /generated from other columns/],
    ['a column that is gone', 'id int primary key', { kind: 'insert', set: { id: '2', v: '1' } }, /The column v is gone/],
    ['a NUL character', 'id int primary key, v text', { kind: 'insert', set: { id: '2', v: 'a\0b' } }, /NUL character/],
    ['half a character', 'id int primary key, v text', { kind: 'insert', set: { id: '2', v: '\ud800' } }, /half of a character/],
    ['a row that is not named', 'id int primary key, v text', { kind: 'delete', row: [], old: {} }, /does not say which row/],
    ['an update without old values', 'id int primary key, v text', { kind: 'update', row: ['1'], old: {}, set: { v: 'x' } }, /does not say which value of v/],
  ] // biome-ignore format: a table
  test.each(REFUSALS.map(([what, table, edit, reason], place) => ({ what, table, edit, reason, place })))(
    '$what',
    async ({ table, edit, reason, place }) => {
      if ((await database.sql("select to_regtype('refused_mood')"))[0]![0] === null)
        await database.sql(
          `create type refused_mood as enum ('sad'); create domain refused_even as int check (value % 2 = 0); create table if not exists refused_0 (id int primary key)`,
        )
      const name = `refused_${place + 1}`
      const isReferenced = table.includes('not null') || table.includes('v int not null')
      await database.sql(`create table ${name} (${table})`)
      await database.sql(
        isReferenced ? `insert into ${name} (id, v) values (1, 1)` : `insert into ${name} (id) values (1)`,
      )
      const relation = await database.relation(name)
      const valid = (id: string): Edit => ({ kind: 'insert', set: isReferenced ? { id, v: '1' } : { id } })
      const edits = [valid('11'), valid('12'), edit, valid('13')]
      const before = await textsOf(name)
      const { results } = await save(database, relation, edits)
      expect(outcomes(results)).toEqual(['held', 'held', 'refused', 'held'])
      expect(results[2]).toMatchObject({ reason: expect.stringMatching(reason) })
      expect(await textsOf(name)).toEqual(before)
      expect(outcomes((await save(database, relation, [valid('11'), valid('12')])).results)).toEqual([
        'saved',
        'saved',
      ])
    },
  )

  test('a trigger that skips a row is told from a conflict', async () => {
    await database.sql(`create table skipping (id int primary key, v int); insert into skipping values (1, 1);
      create function skip() returns trigger language plpgsql as 'begin return null; end';
      create trigger skips before insert or update or delete on skipping for each row execute function skip()`)
    const relation = await database.relation('skipping')
    const [row] = await rowsOf(relation)
    for (const edit of [
      updateOf(relation, row!, { v: '2' }),
      deleteOf(relation, row!),
      { kind: 'insert', set: { id: '2' } } as const,
    ])
      expect((await save(database, relation, [edit])).results).toMatchObject(
        [{ outcome: 'refused', reason: /skipped/ }].map(() => ({
          outcome: 'refused',
          reason: expect.stringContaining('skipped this change'),
        })),
      )
  })

  test('a trigger that raises is quoted', async () => {
    await database.sql(`create table raising (id int primary key);
      create function raise() returns trigger language plpgsql as 'begin raise exception ''Not on Mondays''; end';
      create trigger raises before insert on raising for each row execute function raise()`)
    const relation = await database.relation('raising')
    expect((await save(database, relation, [{ kind: 'insert', set: { id: '2' } }])).results).toMatchObject([
      { outcome: 'refused', reason: 'Not on Mondays', sqlstate: 'P0001' },
    ])
  })

  test('a row that a policy would hide after the write is refused', async () => {
    await database.sql(`create role "Policy writer"; create table policed (id int primary key, owner text); insert into policed values (1, 'me'), (2, 'me');
      alter table policed enable row level security; create policy mine on policed using (owner = 'me') with check (true);
      grant select, insert, update, delete on policed to "Policy writer"`)
    await database.sql('set role "Policy writer"')
    const relation = await database.relation('policed')
    const rows = await rowsOf(relation)
    const edits = [updateOf(relation, rows[0]!, { owner: 'them' }), deleteOf(relation, rows[1]!)]
    const { results } = await save(database, relation, edits)
    await database.sql('reset role')
    expect(results).toMatchObject([
      { outcome: 'refused', sqlstate: '42501', reason: expect.stringContaining('row-level security') },
      { outcome: 'held' },
    ])
    expect(await textsOf('policed')).toEqual(['(1,me)', '(2,me)'])
    await database.sql('drop owned by "Policy writer"; drop role "Policy writer"')
  })

  test('a lock that is not released in time is an error and no refusal', async () => {
    await database.sql('create table locked (id int primary key, v int); insert into locked values (1, 1)')
    const relation = await database.relation('locked')
    const [row] = await rowsOf(relation)
    const other = await database.another()
    await other.sql('begin; select from locked for update')
    await database.sql("set lock_timeout = '1ms'")
    await expect(save(database, relation, [updateOf(relation, row!, { v: '2' })])).rejects.toThrow(
      'lock timeout',
    )
    await database.sql('reset lock_timeout')
    await other.end()
  })

  test('a table that was dropped while open is an error and no refusal', async () => {
    await database.sql('create table vanishing (id int primary key)')
    const relation = await database.relation('vanishing')
    await database.sql('drop table vanishing')
    await expect(save(database, relation, [{ kind: 'insert', set: { id: '2' } }])).rejects.toThrow(
      'does not exist',
    )
  })
})

describe('read-only relations say why', () => {
  test.each([
    ['a materialized view', 'create materialized view readonly_0 as select 1 as a', /refreshed/],
    ['a view that groups', 'create view readonly_1 as select count(*) from pg_class', /cannot be inserted/],
    [
      'a relation with rules',
      'create table readonly_2 (id int primary key); create rule nothing as on insert to readonly_2 do instead nothing',
      /Rules/,
    ],
  ])('%s', async (_what, sql, reason) => {
    await database.sql(sql)
    const relation = await database.relation(/readonly_\d/.exec(sql)![0])
    expect((await save(database, relation, [{ kind: 'insert', set: {} }])).results).toMatchObject([
      { outcome: 'refused', reason: expect.stringMatching(reason) },
    ])
  })
})

describe('two sessions that edit one table', () => {
  test('the second to save a row has a conflict and sees what the first has saved', async () => {
    await database.sql(
      "create table two_1 (id int primary key, a text, b text); insert into two_1 values (1, 'a', 'b'), (2, 'a', 'b')",
    )
    const relation = await database.relation('two_1')
    const rows = await rowsOf(relation)
    const other = await database.another()
    await save(other, relation, [updateOf(relation, rows[0]!, { a: 'theirs' })])
    const { results } = await save(
      database,
      relation,
      rows.map((row) => updateOf(relation, row, { b: 'mine' })),
    )
    expect(results).toMatchObject([
      {
        outcome: 'conflict',
        current: { identity: ['1'], cells: [{ text: '1' }, { text: 'theirs' }, { text: 'b' }] },
      },
      { outcome: 'saved' },
    ])
    expect(await textsOf('two_1')).toEqual(['(1,theirs,b)', '(2,a,mine)'])
    await other.end()
  })

  test('a save that waits for an open transaction sees what that one has committed', async () => {
    await database.sql(
      "create table two_2 (id int primary key, a text); insert into two_2 values (1, 'a'), (2, 'a'), (3, 'a')",
    )
    const relation = await database.relation('two_2')
    const rows = await rowsOf(relation)
    const other = await database.another()
    await other.sql("begin; update two_2 set a = 'theirs' where id = 1; delete from two_2 where id = 2")
    const waiting = save(
      database,
      relation,
      rows.map((row) => updateOf(relation, row, { a: 'mine' })),
    )
    await waitUntilBlocked()
    await other.sql('commit')
    expect(outcomes((await waiting).results)).toEqual(['conflict', 'gone', 'saved'])
    expect(await textsOf('two_2')).toEqual(['(1,theirs)', '(3,mine)'])
    await other.end()
  })

  test('deletions, updates and new rows wait for an open transaction alike', async () => {
    await database.sql(
      "create table two_6 (id int primary key, a text); insert into two_6 select n, 'a' from generate_series(1, 4) n",
    )
    const relation = await database.relation('two_6')
    const rows = await rowsOf(relation)
    const other = await database.another()
    await other.sql("begin; update two_6 set a = 'theirs' where id in (1, 3)")
    const waiting = save(database, relation, [
      deleteOf(relation, rows[0]!),
      deleteOf(relation, rows[1]!),
      updateOf(relation, rows[2]!, { a: 'mine' }),
      updateOf(relation, rows[3]!, { a: 'mine' }),
      { kind: 'insert', set: { id: '2', a: 'mine' } },
    ])
    await waitUntilBlocked()
    await other.sql('commit')
    expect(outcomes((await waiting).results)).toEqual(['conflict', 'saved', 'conflict', 'saved', 'saved'])
    expect(await textsOf('two_6')).toEqual(['(1,theirs)', '(2,mine)', '(3,theirs)', '(4,mine)'])
    await other.end()
  })

  test('undo leaves alone what somebody has changed since', async () => {
    await database.sql(
      "create table two_3 (id int primary key, a text); insert into two_3 values (1, 'a'), (2, 'a')",
    )
    const relation = await database.relation('two_3')
    const edits = (await rowsOf(relation)).map((row) => updateOf(relation, row, { a: 'mine' }))
    const { results } = await save(database, relation, edits)
    await database.sql("update two_3 set a = 'theirs' where id = 2")
    const undo = undoEdits(edits, results, [])!
    expect(outcomes((await save(database, relation, undo)).results)).toEqual(['conflict', 'saved'])
    expect(await textsOf('two_3')).toEqual(['(1,a)', '(2,theirs)'])
  })

  test('of a table without a key, a row that was changed is never mistaken for another, not even after VACUUM FULL', async () => {
    await database.sql("create table two_4 as select n, 'x' as a from generate_series(1, 1000) n")
    const relation = await database.relation('two_4')
    const rows = await rowsOf(relation)
    await database.sql('delete from two_4 where n % 3 = 0')
    await database.sql('vacuum full two_4')
    const { results } = await save(
      database,
      relation,
      rows.map((row) => updateOf(relation, row, { a: 'mine' })),
    )
    const saved = results.flatMap(({ outcome }, place) =>
      outcome === 'saved' ? [rows[place]!.cells[0]!.text] : [],
    )
    expect((await database.sql("select n from two_4 where a = 'mine' order by n")).map(([n]) => n)).toEqual(
      saved,
    )
  })

  test('rows that look the same, without a key, are changed one at a time', async () => {
    await database.sql('create table two_5 (a int); insert into two_5 values (1), (1), (1)')
    const relation = await database.relation('two_5')
    const rows = await rowsOf(relation)
    expect(
      outcomes((await save(database, relation, [updateOf(relation, rows[1]!, { a: '2' })])).results),
    ).toEqual(['saved'])
    expect(await textsOf('two_5')).toEqual(['(1)', '(1)', '(2)'])
  })
})

test('a thousand edits of one table are one statement', async () => {
  await database.sql(
    "create table many_edits (id int primary key, a text, b int); insert into many_edits select n, 'x', n from generate_series(1, 1000) n",
  )
  const relation = await database.relation('many_edits')
  const rows = await rowsOf(relation)
  const edits: Edit[] = rows.map((row, place) =>
    place % 10 === 0
      ? deleteOf(relation, row)
      : updateOf(relation, row, place % 2 === 0 ? { a: 'y' } : { a: 'z', b: null }),
  )
  for (let id = 2001; id <= 2100; id += 1) edits.push({ kind: 'insert', set: { id: String(id) } })
  const { results, statements } = await save(database, relation, edits)
  expect(statements).toBe(1)
  expect(new Set(outcomes(results))).toEqual(new Set(['saved']))
  expect(
    await database.sql(
      "select count(*), count(*) filter (where a = 'y'), count(*) filter (where a = 'z' and b is null), count(*) filter (where id > 2000) from many_edits",
    ),
  ).toEqual([['1000', '400', '500', '100']])
})

test('a row that got the key of another is changed only if it has the values that were to be replaced', async () => {
  await database.sql(
    "create table rekeyed (id int primary key, note text, other text); insert into rekeyed values (1, 'same', 'first'), (2, 'same', 'second')",
  )
  const relation = await database.relation('rekeyed')
  const swap = 'update rekeyed set id = 3 where id = 1; update rekeyed set id = 1 where id = 2'
  await database.sql(swap)
  const replace = (old: Record<string, string>, set: Record<string, string>) =>
    save(database, relation, [{ kind: 'update', row: ['1'], old, set }])
  const byNote = await replace({ note: 'same' }, { note: 'mine' })
  const byOther = await replace({ other: 'first' }, { other: 'mine' })
  // The key is the row's name: what is said of row 1 is true of it, and written. What is not true of it is a conflict.
  expect([...outcomes(byNote.results), ...outcomes(byOther.results)]).toEqual(['saved', 'conflict'])
  expect(await database.sql('select id, note, other from rekeyed order by id')).toEqual([
    ['1', 'mine', 'second'],
    ['3', 'same', 'first'],
  ])
})

test('five megabytes are saved in one cell, and are too much to be undone', async () => {
  await database.sql(
    "create table large (id int primary key, v text, b bytea); insert into large values (1, 'small', '')",
  )
  const relation = await database.relation('large')
  const { below } = randomFrom(1)
  const text = Array.from({ length: 400_000 }, () => `${below(4_000_000_000).toString(36)}é😀"`).join('')
  const bytes = `\\x${Array.from({ length: 500_000 }, () =>
    below(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')}`
  const edits = [updateOf(relation, (await rowsOf(relation))[0]!, { v: text, b: bytes })]
  const { results } = await save(database, relation, edits)
  expect(outcomes(results)).toEqual(['saved'])
  const [[v, b] = []] = await database.sql("select v, '\\x' || encode(b, 'hex') from large")
  expect([v === text, b === bytes]).toEqual([true, true])
  expect(undoEdits(edits, results, [])).toBe(undefined)
})

test.each([
  ['a key', 'id int primary key', 'Index Scan'],
  ['no key', 'id int', 'Tid Scan'],
])('a thousand edits of a large table with %s read only their rows', async (what, column, node) => {
  const name = `sizeable_${what.replace(' ', '_')}`
  await database.sql(
    `create table ${name} (${column}, a text); insert into ${name} select n, 'x' from generate_series(1, 100000) n`,
  )
  await database.sql(`analyze ${name}`)
  const relation = await database.relation(name)
  const edits: Edit[] = (await rowsOf(relation)).map((row, place) =>
    place % 3 === 0 ? deleteOf(relation, row) : updateOf(relation, row, { a: 'y' }),
  )
  const unsaved = edits.flatMap((edit, index) => (edit.kind === 'insert' ? [] : [{ index, edit }]))
  for (const statement of [
    saveStatement(relation.shape, relation.identity, edits),
    currentRows(relation.shape, relation.identity, unsaved),
  ]) {
    const nodes = await planOf(database.run, statement)
    expect(nodes).toContain(node)
    expect(nodes).not.toContain('Seq Scan')
  }
})

test('a key that a deleted row had can be used again in the same save', async () => {
  await database.sql(
    "create table reused (id int primary key, code text unique); insert into reused values (1, 'a'), (2, 'b')",
  )
  const relation = await database.relation('reused')
  const rows = await rowsOf(relation)
  const edits: Edit[] = [
    { kind: 'insert', set: { id: '1', code: 'b' } },
    deleteOf(relation, rows[0]!),
    updateOf(relation, rows[1]!, { code: 'a' }),
  ]
  const { results } = await save(database, relation, edits)
  expect(outcomes(results)).toEqual(['saved', 'saved', 'saved'])
  expect(await textsOf('reused')).toEqual(['(1,b)', '(2,a)'])
})

test('a trigger on a column fires only for rows where that column was set', async () => {
  await database.sql(`create table hashed (id int primary key, password text, note text); insert into hashed values (1, 'p', ''), (2, 'p', '');
    create function hash() returns trigger language plpgsql as 'begin new.password = ''#'' || new.password; return new; end';
    create trigger hashes before update of password on hashed for each row execute function hash()`)
  const relation = await database.relation('hashed')
  const rows = await rowsOf(relation)
  await save(database, relation, [
    updateOf(relation, rows[0]!, { password: 'q' }),
    updateOf(relation, rows[1]!, { note: 'n' }),
  ])
  expect(await textsOf('hashed')).toEqual(['(1,#q,"")', '(2,p,n)'])
})

describe('a saved row comes back with what the database changed along with it', () => {
  const TABLES = [
    ['a key', 'id int primary key, name text, long text, at int default 0', true],
    ['no key', 'id int, name text, long text, at int default 0', false],
  ] as const
  test.each(TABLES)('with %s', async (_what, columns, hasKey) => {
    const name = `following_${hasKey}`
    await database.sql(`create table ${name} (${columns},
        length int generated always as (length(name)) stored, shout text generated always as (upper(name)) virtual);
      insert into ${name} (id, name, long) values (1, 'one', 'same');
      create or replace function touch() returns trigger language plpgsql as 'begin new.at = old.at + 1; return new; end';
      create trigger touches before update on ${name} for each row execute function touch()`)
    const relation = await database.relation(name)
    const [row] = await rowsOf(relation)
    const first = [updateOf(relation, row!, { name: 'second' })]
    const [result] = (await save(database, relation, first)).results
    if (result?.outcome !== 'saved') throw new Error(result?.outcome)
    const following = { name: 'second', at: '1', length: '6', shout: 'SECOND' }
    expect(result.after).toEqual(hasKey ? { id: '1', ...following } : { id: '1', long: 'same', ...following })
    expect(result.before).toEqual({ name: 'one' })
    expect(result.isUndoable).toBe(true)
    // Guarded by all of these values, the row can be changed further before it is read again.
    const now = { id: '1', long: 'same', ...result.after }
    const second: Edit[] = [{ kind: 'update', row: result.row!, old: now, set: { name: 'third' } }]
    const { results } = await save(database, relation, second)
    expect(outcomes(results)).toEqual(['saved'])
    // They do not guard the undo of a row with a key: what somebody changes in other columns meanwhile stays.
    if (hasKey) await database.sql(`update ${name} set at = 9`)
    const undo = undoEdits(second, results, generatedColumns(relation))!
    expect(outcomes((await save(database, relation, undo)).results)).toEqual(['saved'])
    expect(await database.sql(`select name from ${name}`)).toEqual([['second']])
  })
})

test('two edits of one row that were not merged are a mistake', async () => {
  await database.sql('create table twice (id int primary key, v int); insert into twice values (1, 1)')
  const relation = await database.relation('twice')
  const [row] = await rowsOf(relation)
  const edits = [updateOf(relation, row!, { v: '2' }), deleteOf(relation, row!)]
  await expect(save(database, relation, edits)).rejects.toThrow(RangeError)
  expect(outcomes((await save(database, relation, mergeEdits(edits))).results)).toEqual(['saved'])
})

test('edits of one row are merged, and idle ones fall away', () => {
  const row = ['1']
  const old = { a: 'x', b: null }
  expect(
    mergeEdits([
      { kind: 'update', row, old, set: { a: 'y' } },
      { kind: 'update', row: ['2'], old, set: { a: 'z' } },
      { kind: 'update', row, old: { a: 'y' }, set: { b: 'c' } },
      { kind: 'delete', row: ['2'], old: { a: 'z' } },
      { kind: 'update', row: ['3'], old, set: { a: 'x' } },
    ]),
  ).toEqual([
    { kind: 'update', row, old, set: { a: 'y', b: 'c' } },
    { kind: 'delete', row: ['2'], old },
  ])
})

describe('the preview of random edits does what saving them does', () => {
  const SEEDS = Array.from({ length: 20 }, (_, place) => place + 1)
  test.each(SEEDS)('with the seed %i', async (seed) => {
    const key = ['primary key', 'not null unique', ''][seed % 3]!
    /** The same table and the same edits under any name. */
    const prepare = async (name: string) => {
      const { below, pick } = randomFrom(seed)
      const texts = ['', "it's", '\\', 'a;b', '😀', '$1', '--', null] as const
      await database.sql(
        `create table ${name} (id int ${key}, "A ""b" text, j json, n numeric(10, 2) default 1.5, at timestamptz, tags text[] default '{}')`,
      )
      for (let id = 0; id < 12; id += 1)
        await database.sql(`insert into ${name} values ($1, $2, $3, $4, '2026-01-01', $5)`, [
          id,
          pick(texts),
          pick(['{"a" : 1}', null]),
          pick(['1.50', null]),
          pick(['{}', '{a,"b c"}', null]),
        ])
      const relation = await database.relation(name)
      const edits = (await rowsOf(relation)).flatMap((row): Edit[] => {
        if (below(4) === 0) return [deleteOf(relation, row)]
        const values: Record<string, NewValue> = {
          'A "b': pick(texts),
          j: pick(['[]', 'null', null]),
          n: pick(['7.25', '-1', { default: true } as const]),
          at: pick(['infinity', null]),
          tags: pick(['{"\\"",NULL}', { default: true } as const]),
        }
        const set = Object.fromEntries(Object.entries(values).filter(() => below(2) === 0))
        return Object.keys(set).length === 0 ? [] : [updateOf(relation, row, set)]
      })
      for (let id = 100; id < 103; id += 1)
        edits.push({
          kind: 'insert',
          set: { id: String(id), 'A "b': pick(texts), n: pick([null, { default: true } as const]) },
        })
      return { relation, edits }
    }
    const saved = await prepare(`saved_${seed}`)
    expect(unsaved((await save(database, saved.relation, saved.edits)).results)).toEqual([])
    const { relation, edits } = await prepare(`previewed_${seed}`)
    await database.sql(previewSql(relation.shape, relation.identity, edits))
    expect(await textsOf(`previewed_${seed}`)).toEqual(await textsOf(`saved_${seed}`))
  })
})

describe('random edits, saved, undone and redone, leave the table as a model says', () => {
  const SEEDS = Array.from({ length: 30 }, (_, place) => place + 1)
  const KEYS = ['id int primary key', 'id int not null unique', 'id int']
  const VALUES: readonly (string | null)[] = ['', 'a', "it's", null, '\\', '😀']
  test.each(SEEDS)('with the seed %i', async (seed) => {
    const { below, pick } = randomFrom(seed)
    const name = `model_${seed}`
    await database.sql(`create table ${name} (${KEYS[seed % 3]}, "A b" text, n numeric default 1.50)`)
    const model = new Map<string, [string | null, string | null]>()
    for (let id = 0; id < 20; id += 1) {
      model.set(String(id), [pick(VALUES), '2.0'])
      await database.sql(`insert into ${name} values ($1, $2, 2.0)`, [id, model.get(String(id))![0]])
    }
    const expected = () =>
      [...model].map(([id, [a, n]]) => [id, a, n]).sort((x, y) => Number(x[0]) - Number(y[0]))
    const actual = () => database.sql(`select id::text, "A b", n::text from ${name} t order by t.id`)
    const relation = await database.relation(name)
    let nextId = 100
    for (let round = 0; round < 6; round += 1) {
      const rows = await rowsOf(relation)
      const edits: Edit[] = []
      const before = new Map(model)
      for (const row of rows) {
        const id = row.cells[0]!.text!
        const kind = below(6)
        if (kind === 0) {
          edits.push(deleteOf(relation, row))
          model.delete(id)
        } else if (kind <= 2) {
          const [a, n] = model.get(id)!
          const set: Record<string, NewValue> = {}
          const nextA = pick(VALUES)
          if (below(2) === 0) set['A b'] = nextA
          const nextN = pick(['3', null, { default: true } as const])
          if (below(2) === 0) set.n = nextN
          if (Object.keys(set).length === 0) continue
          edits.push(updateOf(relation, row, set))
          model.set(id, [
            'A b' in set ? nextA : a,
            'n' in set ? (typeof nextN === 'object' && nextN !== null ? '1.50' : nextN) : n,
          ])
        }
      }
      for (let count = below(4); count > 0; count -= 1) {
        const a = pick(VALUES)
        edits.push({ kind: 'insert', set: { id: String(nextId), 'A b': a } })
        model.set(String(nextId), [a, '1.50'])
        nextId += 1
      }
      const merged = mergeEdits(edits)
      const { results } = await save(database, relation, merged)
      expect(unsaved(results)).toEqual([])
      expect(await actual()).toEqual(expected())
      if (below(2) === 0) {
        const undo = undoEdits(merged, results, [])!
        const undone = await save(database, relation, undo)
        expect(unsaved(undone.results)).toEqual([])
        const after = new Map(model)
        model.clear()
        for (const [id, values] of before) model.set(id, values)
        expect(await actual()).toEqual(expected())
        if (below(2) === 0) {
          const redo = undoEdits(undo, undone.results, [])!
          expect(unsaved((await save(database, relation, redo)).results)).toEqual([])
          model.clear()
          for (const [id, values] of after) model.set(id, values)
          expect(await actual()).toEqual(expected())
        }
      }
    }
  })
})
