import type { GridEdit } from '@basalt/contract/table-editor/grid.schema.ts'
import { listRows, saveEdits } from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import { randomFrom } from '@basalt/table-rows/database.fixture.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'

let project: DataApiFixture
beforeAll(async () => {
  project = await openDataApi('')
})
afterAll(() => project[Symbol.asyncDispose]())

const STEPS = 60

/** A table whose rows say which columns it has, also between two changes of them that belong together. */
class Altered {
  readonly columns = ['id', 'has', 'a', 'b']
  private readonly client: pg.Client
  private readonly random: ReturnType<typeof randomFrom>
  readonly name: string
  private made = 0

  constructor(client: pg.Client, name: string, seed: number) {
    this.client = client
    this.name = name
    this.random = randomFrom(seed)
  }

  async create() {
    await this.client.query(`create table ${this.name} (id int primary key, has text, a int, b text);
      insert into ${this.name} (id) select generate_series(1, 150); update ${this.name} set has = 'id,has,a,b'`)
  }

  /** Changes the table in one transaction; `drop` replaces it by one of the same name. */
  async step() {
    const { name, columns } = this
    this.made += 1
    const others = columns.filter((column) => column !== 'id' && column !== 'has')
    const some = () => this.random.pick(others)
    const added = `c${this.made}`
    const kind = this.random.below(5)
    const type = this.random.pick(['int', 'text', 'text collate "C"', 'numeric', 'jsonb', 'int[]'])
    const statements: string[] = []
    if (kind === 0 || others.length === 0) {
      statements.push(`alter table ${name} add column ${added} ${type}`)
      columns.push(added)
    } else if (kind === 1) {
      const gone = some()
      statements.push(`alter table ${name} drop column ${gone}`)
      columns.splice(columns.indexOf(gone), 1)
    } else if (kind === 2) {
      const renamed = some()
      statements.push(`alter table ${name} rename column ${renamed} to ${added}`)
      columns.splice(columns.indexOf(renamed), 1, added)
    } else if (kind === 3) {
      // Dropped and added again: as many columns as before, by the same names.
      const again = some()
      statements.push(`alter table ${name} drop column ${again}, add column ${again} ${type}`)
      columns.splice(columns.indexOf(again), 1)
      columns.push(again)
    } else {
      statements.push(
        `alter table ${name} rename to ${name}_old`,
        `create table ${name} (like ${name}_old including all)`,
        `insert into ${name} (id, has) select id, has from ${name}_old`,
        `drop table ${name}_old`,
      )
    }
    statements.push(`update ${name} set has = '${columns.join(',')}'`)
    await this.client.query(statements.join('; '))
  }
}

test.each([11, 12, 13])(
  'pages of a table that is altered meanwhile are of one state each (seed %i)',
  async (seed) => {
    const client = new pg.Client(project.target)
    await client.connect()
    const table = new Altered(client, `altered_${seed}`, seed)
    await table.create()
    const oidNow = async () =>
      (await project.sql('select $1::regclass::oid::int8::text as oid', [table.name]))[0]!.oid as string
    const random = randomFrom(seed + 1000)
    const answers = { pages: 0, gone: 0 }
    let oid = await oidNow()
    const readPage = async () => {
      const sort = random.pick([undefined, 'has:asc', 'a:desc', 'id:desc'])
      const query = { limit: 100, at: random.pick(['first', 'last'] as const), ...(sort && { sort }) }
      const { status, body } = await project.owner.call(listRows, {
        params: { ref: project.ref, oid },
        query,
      })
      if (status === 404) {
        answers.gone += 1
        oid = await oidNow()
        return
      }
      expect([status, body]).toMatchObject([200, { rows: expect.any(Array) }])
      const columns: string[] = body.columns
      const has = columns.indexOf('has')
      expect(new Set(body.rows.map(({ cells }) => cells[has]))).toEqual(new Set([columns.join(',')]))
      expect(body.rows.every(({ cells }) => cells.length === columns.length)).toBe(true)
      answers.pages += 1
    }
    try {
      for (let step = 0; step < STEPS; step += 1)
        await Promise.all([table.step(), readPage(), ...(random.below(2) === 0 ? [readPage()] : [])])
      await readPage()
      expect(answers.pages).toBeGreaterThan(STEPS / 2)
      expect(answers.gone).toBeGreaterThan(0)
    } finally {
      await client.end()
    }
  },
)

test('a column that a role may no longer read is neither shown nor an error', async () => {
  await project.sql(`create table partly (id int primary key, open text, closed text);
    insert into partly values (1, 'o', 'c'); grant select on partly to anon`)
  const [{ oid }] = await project.sql(`select 'partly'::regclass::oid::int8::text as oid`)
  const read = async () =>
    (
      await project.owner.call(listRows, {
        params: { ref: project.ref, oid },
        query: { limit: 100, role: 'anon' },
      })
    ).body
  expect((await read()).columns).toEqual(['id', 'open', 'closed'])
  await project.sql('revoke select on partly from anon; grant select (id, open) on partly to anon')
  expect(await read()).toMatchObject({ columns: ['id', 'open'], rows: [{ cells: ['1', 'o'] }] })
  await project.sql('grant select on partly to anon')
  expect(await read()).toMatchObject({ columns: ['id', 'open', 'closed'] })
})

test('a filter and a sort on a column that was just added are not left out', async () => {
  await project.sql('create table growing (id int primary key); insert into growing values (1), (2)')
  const [{ oid }] = await project.sql(`select 'growing'::regclass::oid::int8::text as oid`)
  const read = async (query: object) =>
    (
      await project.owner.call(listRows, {
        params: { ref: project.ref, oid },
        query: { limit: 100, ...query },
      })
    ).body
  await read({})
  await project.sql('alter table growing add column point point; update growing set point = point(1, 2)')
  // Points have no order: what refuses the filter knows the column.
  expect(await read({ filter: ['point:gt:(1,1)'] })).toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('have no order'),
  })
  await project.sql('alter table growing add column fresh int; update growing set fresh = -id')
  expect(await read({ filter: ['fresh:lt:0'], sort: ['fresh:asc'] })).toMatchObject({
    rows: [{ row: ['2'] }, { row: ['1'] }],
    left_out: [],
  })
})

/** Saves an edit of a table while another session is altering it, and returns what became of it. */
async function saveDuring(table: string, alteration: string, edit: GridEdit) {
  const oid = (await project.sql('select $1::regclass::oid::int8::text as oid', [table]))[0]!.oid
  const params = { ref: project.ref, oid }
  // From here on, the server knows the table.
  expect((await project.owner.call(listRows, { params })).status).toBe(200)
  const client = new pg.Client(project.target)
  await client.connect()
  try {
    await client.query(`begin; ${alteration}`)
    const saving = project.owner.call(saveEdits, { params, body: { edits: [edit] } })
    await waitFor(async () => {
      const waiting = await project.sql(
        'select from pg_locks where not granted and relation = $1::oid and pid <> pg_backend_pid()',
        [oid],
      )
      return waiting.length > 0
    })
    await client.query('commit')
    return await saving
  } finally {
    await client.end()
  }
}

const rename = (from: string, to: string): GridEdit => ({
  kind: 'update',
  row: ['1'],
  old: { name: from },
  set: { name: to },
})

test('a save never changes a row by a key that the table lost meanwhile', async () => {
  await project.sql(`create table unkeyed (id int primary key, name text);
    insert into unkeyed values (1, 'same'), (2, 'same')`)
  const saved = await saveDuring(
    'unkeyed',
    'alter table unkeyed drop constraint unkeyed_pkey; update unkeyed set id = 1',
    rename('same', 'changed'),
  )
  expect(saved.body).toMatchObject({ results: [{ outcome: 'refused' }] })
  expect(await project.sql('select name from unkeyed')).toEqual([{ name: 'same' }, { name: 'same' }])
})

test('a save waits for a column that gets another type, and writes it as that', async () => {
  await project.sql(
    `create table retyped (id int primary key, name varchar(3)); insert into retyped values (1, 'old')`,
  )
  const saved = await saveDuring(
    'retyped',
    'alter table retyped alter column name type text, add column later int default 7',
    rename('old', 'longer'),
  )
  expect(saved.body).toMatchObject({ results: [{ outcome: 'saved', after: { name: 'longer', later: '7' } }] })
})

test('a save finds a table that was renamed, and never writes into the one that has its name now', async () => {
  await project.sql(`create table moved (id int primary key, name text); insert into moved values (1, 'old')`)
  const saved = await saveDuring(
    'moved',
    `alter table moved rename to moved_away;
      create table moved (id int primary key, name text); insert into moved values (1, 'old')`,
    rename('old', 'new'),
  )
  expect(saved.body).toMatchObject({ results: [{ outcome: 'saved' }] })
  expect(await project.sql('select name from moved_away union all select name from moved')).toEqual([
    { name: 'new' },
    { name: 'old' },
  ])
})
