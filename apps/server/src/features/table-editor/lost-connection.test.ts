import {
  applySchemaChange,
  readTableDefinition,
} from '@basalt/contract/schema-changes/schema-changes.endpoints.ts'
import {
  countRows,
  deleteMatchingRows,
  listRows,
  readCell,
  saveEdits,
} from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'

let project: DataApiFixture
let params: { ref: string; oid: string }
let fingerprint: string
beforeAll(async () => {
  project = await openDataApi(`
    create table lost (id int primary key, v text); insert into lost values (1, 'a');`)
  const [{ oid }] = await project.sql(`select 'lost'::regclass::oid::int8::text as oid`)
  params = { ref: project.ref, oid }
  fingerprint = (await project.owner.call(readTableDefinition, { params })).body.fingerprint
})
afterAll(() => project[Symbol.asyncDispose]())

/** The answer to a call whose backend ends while it waits for a table. */
async function lostBehind(table: string, call: () => Promise<{ status: number; body: unknown }>) {
  const holder = await project.connect()
  try {
    await holder.query(`begin; lock table ${table}`)
    const calling = call()
    const end = 'select pg_terminate_backend(pid) from pg_locks where not granted'
    await waitFor(async () => (await project.sql(end)).length > 0)
    return await calling
  } finally {
    await holder.end()
  }
}

const setTo = (v: string) => [{ kind: 'update' as const, row: ['1'], old: { v: 'a' }, set: { v } }]

test.each<[string, () => Promise<{ status: number; body: unknown }>, string]>([
  ['reading rows', () => project.owner.call(listRows, { params, query: { limit: 1 } }), ''],
  ['counting', () => project.owner.call(countRows, { params, query: { exact: true } }), ''],
  ['reading a cell', () => project.owner.call(readCell, { params, body: { row: ['1'], column: 'v' } }), ''],
  ['saving', () => project.owner.call(saveEdits, { params, body: { edits: setTo('b') } }), 'Nothing was changed. '],
  ['deleting all rows', () => project.owner.call(deleteMatchingRows, { params, body: { filter: [] } }), 'Nothing was changed. '],
  ['dropping the table', dropTable, 'Nothing was changed. '],
])('a connection to the database that is lost while %s is told in words', async (_doing, call, words) => {
  const { status, body } = await lostBehind('lost', call)
  expect([status, body]).toMatchObject([
    503,
    {
      code: 'instance_unavailable',
      message: `The connection to the database was lost. ${words}Try again in a moment.`,
    },
  ])
  expect(await project.sql('select * from lost')).toEqual([{ id: 1, v: 'a' }])
}) // biome-ignore format: a table

function dropTable() {
  const body = { kind: 'drop_entity' as const, id: Number(params.oid), fingerprint, cascade: false }
  return project.owner.call(applySchemaChange, { params: { ref: project.ref }, body })
}
