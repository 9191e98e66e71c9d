import { describe, expect, test } from 'vitest'
import { createTable } from './create-table.ts'
import { column, oddNames, tableDraft, testDatabase } from './database.fixture.ts'
import { draftProblems } from './draft-problems.ts'
import { PUBLICATION } from './facts.ts'
import type { ColumnDraft, TableDraft } from './table-draft.ts'

const database = testDatabase()

/** Creates a table and reads it back. */
async function create(draft: TableDraft) {
  expect(draftProblems(draft)).toEqual([])
  const observed = await database.run(createTable(draft, await database.facts(draft)))
  for (const { locks, saysLocks, sql } of observed) expect({ sql, locks }).toEqual({ sql, locks: saysLocks })
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
  const { table } = await database.read(`${quoted(draft.schema)}.${quoted(draft.name)}`)
  return table
}

describe('a table and a column keep any name', () => {
  test.each(oddNames)('%s', async (name) => {
    const key = column(name, 'int8', { nullable: false, comment: `It's "${name}"` })
    const draft = tableDraft(name, [key, column('other', 'int4')], {
      comment: `about \\ ${name}`,
      primary_key: [name],
      uniques: [{ was: null, columns: ['other', name] }],
      checks: [{ was: null, expression: `"${name.replaceAll('"', '""')}" > 0` }],
      rls: true,
    })
    const table = await create(draft)
    expect(table).toMatchObject({
      name,
      comment: draft.comment,
      rls: true,
      primary_key: [name],
      columns: [{ name, type: 'bigint', nullable: false, comment: `It's "${name}"` }, {}],
      uniques: [{ columns: ['other', name] }],
    })
    expect(table.checks).toHaveLength(1)
    await database.sql(`drop table "${name.replaceAll('"', '""')}"`)
  })
})

test.each(oddNames)('a schema keeps the name %s', async (schema) => {
  const quoted = `"${schema.replaceAll('"', '""')}"`
  await database.sql(`create schema ${quoted}`)
  expect(await create(tableDraft('t', [column('a', 'text')], { schema }))).toMatchObject({
    schema,
    name: 't',
  })
  await database.sql(`drop schema ${quoted} cascade`)
})

const columns: [title: string, draft: Partial<ColumnDraft> & { type: string }, read: Partial<ColumnDraft>][] =
  [
    ['a plain column', { type: 'text' }, { type: 'text', nullable: true, default: null }],
    ['a length', { type: 'varchar(20)' }, { type: 'character varying(20)' }],
    ['a precision', { type: 'numeric(10,2)' }, { type: 'numeric(10,2)' }],
    ['an array', { type: 'int4[]' }, { type: 'integer[]' }],
    ['an array of arrays', { type: 'text[][]' }, { type: 'text[]' }],
    ['an enum', { type: 'public.mood' }, { type: 'mood' }],
    ['a type with an odd name', { type: '"odd Type"[]' }, { type: '"odd Type"[]' }],
    ['not null', { type: 'int4', nullable: false }, { nullable: false }],
    ['identity always', { type: 'int8', nullable: false, identity: 'always' }, { identity: 'always' }],
    [
      'identity by default',
      { type: 'int2', nullable: false, identity: 'by default' },
      { identity: 'by default' },
    ],
    ['a serial', { type: 'bigserial', nullable: false }, { type: 'bigint', nullable: false }],
    [
      'a generated column',
      { type: 'int4', generated: 'base * 2' },
      { generated: '(base * 2)', default: null },
    ],
    ['a text as default', { type: 'text', default: { literal: 'now()' } }, { default: { literal: 'now()' } }],
    [
      'an expression as default',
      { type: 'timestamptz', default: { expression: 'now()' } },
      { default: { expression: 'now()' } },
    ],
    ['an empty text as default', { type: 'text', default: { literal: '' } }, { default: { literal: '' } }],
    [
      'quotes in a default',
      { type: 'text', default: { literal: `it's "so"` } },
      { default: { literal: `it's "so"` } },
    ],
    ['a number as default', { type: 'int4', default: { literal: '-5' } }, { default: { literal: '-5' } }],
    [
      'a fraction as default',
      { type: 'numeric', default: { literal: '1.50' } },
      { default: { literal: '1.50' } },
    ],
    ['true as default', { type: 'bool', default: { literal: 'true' } }, { default: { literal: 'true' } }],
    [
      'an enum label as default',
      { type: 'mood', default: { literal: 'calm' } },
      { default: { literal: 'calm' } },
    ],
    [
      'a document as default',
      { type: 'jsonb', default: { literal: '{"a": [1]}' } },
      { default: { literal: '{"a": [1]}' } },
    ],
    [
      'an empty array as default',
      { type: 'text[]', default: { literal: '{}' } },
      { default: { literal: '{}' } },
    ],
    [
      'a default that ends in a comment',
      { type: 'int4', default: { expression: '1 + 1 -- two' } },
      { default: { expression: '(1 + 1)' } },
    ],
    [
      'a comment with quotes',
      { type: 'int4', comment: `'; drop table base; --` },
      { comment: `'; drop table base; --` },
    ],
    [
      'a default of a function of extensions',
      { type: 'uuid', default: { expression: 'gen_random_uuid()' } },
      { default: { expression: 'gen_random_uuid()' } },
    ],
  ]

describe('columns', () => {
  test.each(columns)('%s', async (_title, draft, read) => {
    await database.sql(`
      do $$ begin if to_regtype('mood') is null then
        create type mood as enum ('calm', 'tense'); create type "odd Type" as enum ('a'); end if; end $$`)
    const table = await create(
      tableDraft('shapes', [column('base', 'int4'), column('it', draft.type, draft)]),
    )
    expect(table.columns[1]).toMatchObject(read)
    await database.sql('drop table shapes')
  })
})

test('a table has no columns', async () => {
  expect((await create(tableDraft('nothing', []))).columns).toEqual([])
})

test('a table has 1,600 columns', async () => {
  const many = Array.from({ length: 1600 }, (_, index) => column(`c${index}`, 'int4'))
  expect((await create(tableDraft('wide', many))).columns).toHaveLength(1600)
})

describe('foreign keys', () => {
  const actions = ['no action', 'restrict', 'cascade', 'set null', 'set default'] as const
  test.each(actions.flatMap((on_update) => actions.map((on_delete) => ({ on_update, on_delete }))))(
    'of two columns, on update $on_update, on delete $on_delete',
    async (rules) => {
      await database.sql('create table if not exists parents (a int, b text, unique (b, a))')
      const foreign_keys = [
        {
          was: null,
          columns: ['y', 'x'],
          target: { schema: 'public', name: 'parents', columns: ['b', 'a'] },
          ...rules,
        },
      ]
      const table = await create(
        tableDraft('children', [column('x', 'int4'), column('y', 'text')], { foreign_keys }),
      )
      expect(table.foreign_keys).toMatchObject([{ ...foreign_keys[0], was: 'children_y_x_fkey' }])
      await database.sql('drop table children')
    },
  )

  test('of a table to itself', async () => {
    const table = await create(
      tableDraft('tree', [column('id', 'int4', { nullable: false }), column('parent', 'int4')], {
        primary_key: ['id'],
        foreign_keys: [
          {
            was: null,
            columns: ['parent'],
            target: { schema: 'public', name: 'tree', columns: ['id'] },
            on_update: 'no action',
            on_delete: 'cascade',
          },
        ],
      }),
    )
    expect(table.foreign_keys[0]!.target.name).toBe('tree')
  })
})

test('realtime creates the publication when it is missing, and adds to it when it exists', async () => {
  await database.sql(`drop publication if exists ${PUBLICATION}`)
  expect((await create(tableDraft('live one', [column('a', 'int4')], { realtime: true }))).realtime).toBe(
    true,
  )
  expect((await create(tableDraft('live two', [column('a', 'int4')], { realtime: true }))).realtime).toBe(
    true,
  )
  expect(
    await database.one(`select count(*) from pg_publication_tables where pubname = '${PUBLICATION}'`),
  ).toBe('2')
})

const wrong: [title: string, change: Partial<TableDraft>, path: string][] = [
  ['no name', { name: ' ' }, 'name'],
  ['64 bytes', { name: 'n'.repeat(64) }, 'name'],
  ['64 bytes in 32 characters', { name: 'ä'.repeat(32) }, 'name'],
  ['a column without a name', { columns: [column('', 'int4')] }, 'columns.0.name'],
  ['a column without a type', { columns: [column('a', ' ')] }, 'columns.0.type'],
  ['two columns of one name', { columns: [column('a', 'int4'), column('a', 'int4')] }, 'columns.1.name'],
  ['a type that ends the statement', { columns: [column('a', 'int4); drop table x; --')] }, 'columns.0.type'],
  ['a second column in a type', { columns: [column('a', 'int4, b int4')] }, 'columns.0.type'],
  [
    'a default that closes too much',
    { columns: [column('a', 'int4', { default: { expression: '1), (2' } })] },
    'columns.0.default',
  ],
  [
    'an open quote',
    { columns: [column('a', 'text', { default: { expression: "'" } })] },
    'columns.0.default',
  ],
  [
    'an empty expression',
    { columns: [column('a', 'text', { default: { expression: ' ' } })] },
    'columns.0.default',
  ],
  [
    'identity and default',
    { columns: [column('a', 'int4', { nullable: false, identity: 'always', default: { literal: '1' } })] },
    'columns.0.default',
  ],
  ['a nullable identity', { columns: [column('a', 'int4', { identity: 'always' })] }, 'columns.0.nullable'],
  [
    'generated and default',
    { columns: [column('a', 'int4', { generated: '1', default: { literal: '1' } })] },
    'columns.0.default',
  ],
  ['a key of a missing column', { primary_key: ['b'] }, 'primary_key'],
  ['a check that ends early', { checks: [{ was: null, expression: 'a > 0) or (true' }] }, 'checks.0'],
  [
    'an unnamed target',
    {
      foreign_keys: [
        {
          was: null,
          columns: ['a'],
          target: { schema: 'public', name: '', columns: [''] },
          on_update: 'no action',
          on_delete: 'no action',
        },
      ],
    },
    'foreign_keys.0',
  ],
  ['an empty unique constraint', { uniques: [{ was: null, columns: [] }] }, 'uniques.0'],
  [
    '1,601 columns',
    { columns: Array.from({ length: 1601 }, (_, index) => column(`c${index}`, 'int4')) },
    'columns',
  ],
]
test.each(wrong)('is refused before PostgreSQL sees it: %s', (_title, change, path) => {
  const draft = { ...tableDraft('t', [column('a', 'int4')]), ...change }
  expect(draftProblems(draft).map((problem) => problem.path)).toContain(path)
})
