import { tryReading, tryWriting } from '@basalt/contract/database-objects/policies/policies.endpoints.ts'
import { decisionOf } from '@basalt/contract/database-objects/policies/policies.rules.ts'
import type { AnyEndpoint } from '@basalt/contract/endpoint.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/people.ts'
import { objectProject } from '../object-project.fixture.ts'

const ANN = 'b7c1f8de-52ad-4b3c-9d0f-1b5b6a3f9d55'
const BEN = '0e8f5a61-7f53-4c46-8a53-0d6a4a1a7a11'

const SCHEMA = `
  drop table if exists notes, members, "Odd ""t"" 🐘";
  create table notes (
    id int primary key, owner_id uuid, team int, body text not null default 'none', tags text[],
    doc jsonb, big numeric, at timestamptz default now(), double int generated always as (team * 2) stored);
  create table members (user_id uuid, team int);
  insert into members values ('${ANN}', 1), ('${ANN}', 2), ('${BEN}', 3);
  insert into notes (id, owner_id, team, body, tags, doc, big)
    select n, case n % 3 when 0 then '${ANN}'::uuid when 1 then '${BEN}'::uuid end, nullif(n % 5, 4),
      case n % 4 when 0 then 'it''s "odd", (x)' else 'body ' || n end,
      array['a,b', null, n::text], jsonb_build_object('n', n, 't', 'x"y'), n / 7.0
    from generate_series(1, 40) n;
  alter table notes enable row level security;
  grant all on notes, members to anon, authenticated;`

const project = objectProject(SCHEMA)
beforeEach(async () => void (await project.sql(SCHEMA)))

const ask = <E extends AnyEndpoint>(endpoint: E, body: object, person?: Person) =>
  project.ask(endpoint, { body }, person)
const tableId = async (name: string) =>
  Number((await project.sql('select $1::regclass::oid::int8::text as oid', [name]))[0]!.oid)
const claimsOf = (sub: string) => ({ role: 'authenticated', sub, org: { id: 2 } })
const ann = { role: 'authenticated', claims: claimsOf(ANN) }

async function reading(more: object = ann, table = 'notes') {
  const { status, body } = await ask(tryReading, { table: await tableId(table), ...more })
  expect([status, body]).toMatchObject([200, {}])
  return body
}
type Read = Awaited<ReturnType<typeof reading>>

/** The ids of the rows that pass. */
const passing = ({ columns, rows }: Read) =>
  rows
    .filter(({ passes }) => passes)
    .map(({ values }) => Number(values[columns.indexOf('id')]))
    .toSorted((a, b) => a - b)
const rowOf = (found: Read, id: number) =>
  found.rows.find(({ values }) => values[found.columns.indexOf('id')] === String(id))!

/** The ids that a client of the Data API reads with a token of these claims. */
async function readByToken(role: string, claims: object | undefined) {
  const token =
    role === 'anon'
      ? project.opened.keyOf('anon')
      : await project.opened.tokenFor({ role, ...claims } as never)
  const { body } = await project.opened.send('/notes?select=id&order=id', {
    key: project.opened.keyOf('anon'),
    headers: { authorization: `Bearer ${token}` },
  })
  return (body as { id: number }[]).map(({ id }) => id)
}

/** How many rows a session of a role writes, or what PostgreSQL says; it is rolled back. */
async function writtenBy({ role, claims }: { role: string; claims?: object }, statement: string) {
  const client = await project.opened.connect()
  try {
    await client.query('begin')
    await client.query("select set_config('request.jwt.claims', $2, true), set_config('role', $1, true)", [
      role,
      JSON.stringify(claims ?? { role }),
    ])
    return (await client.query(statement)).rowCount
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.end()
  }
}

/** The same numbers for the same seed. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const CONDITIONS = [
  'true',
  'false',
  'null',
  'auth.uid() = owner_id',
  '(select auth.uid()) = owner_id',
  'team = 1',
  'team > 1',
  "body like '%odd%'",
  "tags @> array['3']",
  "(doc ->> 'n')::int < 20",
  'big > 2.5',
  'double = 4',
  'exists (select from members m where m.user_id = auth.uid() and m.team = notes.team)',
  'team in (select team from members where user_id = (select auth.uid()))',
  "team = ((auth.jwt() -> 'org') ->> 'id')::int",
  "current_user = 'anon' and id < 5",
  'notes.* is not null',
]

test('for random policies, the rows that pass are those that a client reads, and the policies explain why', async () => {
  const below = numbersFrom(7)
  const oneOf = <T>(list: readonly T[]) => list[below(list.length)]!
  for (let round = 0; round < 25; round += 1) {
    const policies = Array.from({ length: below(5) }, (_, index) => {
      const command = oneOf(['all', 'select', 'update', 'delete'])
      const kind = below(3) === 0 ? 'restrictive' : 'permissive'
      return `create policy p${index} on notes as ${kind} for ${command} to ${oneOf(['public', 'anon', 'authenticated', 'anon, authenticated'])} using (${oneOf(CONDITIONS)});`
    })
    await project.sql(`do $$ declare p text; begin
      for p in select polname from pg_policy where polrelid = 'notes'::regclass loop execute format('drop policy %I on notes', p); end loop;
      end $$; ${policies.join('\n')}`)
    for (const [role, claims] of [
      ['anon'],
      ['authenticated', claimsOf(ANN)],
      ['authenticated', claimsOf(BEN)],
    ] as const) {
      const found = await reading({ role, ...(claims && { claims }) })
      expect([policies, role, passing(found)]).toEqual([policies, role, await readByToken(role, claims)])
      expect(found).toMatchObject({ mode: 'policies', error: null, has_more: false })
      for (const { passes, verdicts } of found.rows)
        expect([policies, decisionOf(found.policies, verdicts).passes]).toEqual([policies, passes])
    }
  }
})

test('for random policies, writes pass as they do for a session of the role, and nothing is written', async () => {
  const below = numbersFrom(11)
  const oneOf = <T>(list: readonly T[]) => list[below(list.length)]!
  const table = await tableId('notes')
  for (let round = 0; round < 15; round += 1) {
    const policies = [
      'create policy seen on notes for select using (true);',
      ...Array.from({ length: 1 + below(4) }, (_, index) => {
        const command = oneOf(['all', 'insert', 'update', 'delete'])
        const kind = below(3) === 0 ? 'restrictive' : 'permissive'
        const using = command === 'insert' ? '' : ` using (${oneOf(CONDITIONS)})`
        const check =
          command === 'delete' || (command !== 'insert' && below(2) === 0)
            ? ''
            : ` with check (${oneOf(CONDITIONS)})`
        return `create policy p${index} on notes as ${kind} for ${command}${using}${check};`
      }),
    ]
    await project.sql(`${SCHEMA} ${policies.join('\n')}`)
    const id = 1 + below(40)
    const { table: of, place } = rowOf(await reading({ role: 'postgres' }), id)
    const row = { table: of, place }
    const owner = oneOf([ANN, BEN])
    const cases = [
      [
        { action: 'insert', values: { id: '99', owner_id: owner, team: '2', doc: '{"n": 3}', tags: '{3}' } },
        `insert into notes (id, owner_id, team, doc, tags) values (99, '${owner}', 2, '{"n": 3}', '{3}')`,
      ],
      [
        { action: 'update', row, values: { owner_id: owner, team: null } },
        `update notes set owner_id = '${owner}', team = null where id = ${id}`,
      ],
      [{ action: 'delete', row }, `delete from notes where id = ${id}`],
    ] as const
    for (const [trial, statement] of cases) {
      const { status, body } = await ask(tryWriting, { table: await tableId('notes'), ...ann, ...trial })
      expect([status, body]).toMatchObject([200, { mode: 'policies' }])
      const expected = await writtenBy(ann, statement)
      expect([policies, statement, body.error ?? (body.passes ? 1 : 0)]).toEqual([
        policies,
        statement,
        expected,
      ])
    }
  }
  expect(await project.sql('select count(*)::int as rows, max(id) from notes')).toEqual([
    { rows: 40, max: 40 },
  ])
  expect(table).toBeGreaterThan(0)
})

test('a refused write names the policy that refuses it', async () => {
  await project.sql(`
    create policy own on notes using (auth.uid() = owner_id);
    create policy seen on notes for select using (true);
    create policy "not team 1" on notes as restrictive for update using (true) with check (team <> 1)`)
  const { rows, columns } = await reading()
  const mine = rows.find(({ values }) => values[columns.indexOf('owner_id')] === ANN)!
  const { body } = await ask(tryWriting, {
    table: await tableId('notes'),
    ...ann,
    action: 'update',
    row: { table: mine.table, place: mine.place },
    values: { team: '1' },
  })
  expect(body).toMatchObject({ passes: false, error: expect.stringContaining('"not team 1"') })
  const restrictive = body.policies.find(({ name }) => name === 'not team 1')!.id
  expect(body.before.find(({ policy }) => policy === restrictive)).toMatchObject({ passes: true })
  expect(body.after.find(({ policy }) => policy === restrictive)).toMatchObject({ passes: false })
})

describe('what decides before policies is said', () => {
  test.each([
    ['no row level security', 'alter table notes disable row level security', 'authenticated', 'rls_off', 40],
    ['a role that bypasses it', '', 'service_role', 'bypasses', 40],
    ['no privilege', 'revoke all on notes from authenticated', 'authenticated', 'no_privilege', undefined],
    [
      'an owner',
      'grant create on schema public to authenticated; alter table notes owner to authenticated',
      'authenticated',
      'owner',
      40,
    ],
  ])('%s', async (_title, sql, role, mode, seen) => {
    await project.sql(`${sql}; ${role === 'service_role' ? 'grant all on notes to service_role' : ''}`)
    const found = await reading({ role })
    expect(found.mode).toBe(mode)
    if (seen === undefined) {
      expect(found.error).toContain('permission denied')
      expect(new Set(found.rows.map(({ passes }) => passes))).toEqual(new Set([null]))
    } else expect(passing(found)).toHaveLength(seen)
    await project.sql('revoke create on schema public from authenticated')
  })

  test('an owner for whom it is forced', async () => {
    await project.sql(`grant create on schema public to authenticated;
      alter table notes owner to authenticated; alter table notes force row level security`)
    expect(await reading({ role: 'authenticated' })).toMatchObject({ mode: 'policies' })
    await project.sql('revoke create on schema public from authenticated')
  })
})

test('an expression that fails says so, for its rows only', async () => {
  await project.sql('create policy broken on notes using (1 / (id - 3) > 0)')
  const found = await reading()
  expect(found.error).toContain('division by zero')
  expect(rowOf(found, 3).verdicts).toMatchObject([{ passes: null, error: 'division by zero' }])
  expect(rowOf(found, 4).verdicts).toMatchObject([{ passes: true, error: null }])
})

test('policies that recurse without end are an error and no crash', async () => {
  await project.sql('create policy self on notes using (exists (select from notes n where n.id = notes.id))')
  expect((await reading()).error).toContain('infinite recursion')
})

test('odd names, dropped columns, partitions and long values work, and a sample is bounded', async () => {
  await project.sql(`
    create table "Odd ""t"" 🐘" (gone int, "Odd ""t"" 🐘" int, line text, place text, sample text) partition by list ("Odd ""t"" 🐘");
    create table odd1 partition of "Odd ""t"" 🐘" for values in (1);
    create table odd2 partition of "Odd ""t"" 🐘" default;
    alter table "Odd ""t"" 🐘" drop column gone;
    insert into "Odd ""t"" 🐘" select n % 2, repeat('é', 300), 'p', 's' from generate_series(1, 60) n;
    alter table "Odd ""t"" 🐘" enable row level security;
    grant select on "Odd ""t"" 🐘" to anon;
    create policy ones on "Odd ""t"" 🐘" using ("Odd ""t"" 🐘"."Odd ""t"" 🐘" = 1 and line is not null and place = 'p' and sample = 's')`)
  const found = await reading({ role: 'anon', limit: 50 }, '"Odd ""t"" 🐘"')
  expect([found.rows.length, found.has_more, found.columns[0]]).toEqual([50, true, 'Odd "t" 🐘'])
  for (const { passes, verdicts, values } of found.rows) {
    expect([passes, verdicts[0]!.passes]).toEqual([values[0] === '1', values[0] === '1'])
    expect(values[1]).toHaveLength(201)
  }
})

test('a row that is too large to be sent is left out', async () => {
  await project.sql(`create policy own on notes using (true);
    update notes set body = (select string_agg(md5(random()::text), '') from generate_series(1, 10000)) where id = 7`)
  const { rows, columns } = await reading()
  const ids = rows.map(({ values }) => Number(values[columns.indexOf('id')]))
  expect([ids.length, ids.includes(7)]).toEqual([39, false])
})

test('a read-only member cannot try, and what does not exist is not found', async () => {
  const table = await tableId('notes')
  expect((await ask(tryReading, { table, role: 'anon' }, project.reader)).status).toBe(403)
  expect(
    (await ask(tryWriting, { table, role: 'anon', action: 'insert', values: {} }, project.reader)).status,
  ).toBe(403)
  expect((await ask(tryReading, { table: 1, role: 'anon' })).status).toBe(404)
  expect((await ask(tryReading, { table, role: 'nobody' })).body.message).toContain('nobody')
  expect((await ask(tryReading, { table, role: 'basalt_admin' })).status).toBe(409)
  const unknown = await ask(tryWriting, { table, role: 'anon', action: 'insert', values: { nothing: '1' } })
  expect(unknown.body).toMatchObject({ code: 'validation_failed', message: 'notes has no column nothing.' })
  const bad = await ask(tryWriting, { table, role: 'postgres', action: 'insert', values: { id: 'x' } })
  expect(bad.body).toMatchObject({ passes: false, error: expect.stringContaining('invalid input syntax') })
})
