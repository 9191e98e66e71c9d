import { nameEntities } from '@basalt/contract/entities/entities.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'

let project: DataApiFixture
let params: { ref: string }
beforeAll(async () => {
  project = await openDataApi(`
    create schema "Bob's";
    create table "Bob's"."a.b 🐘" (id int primary key);
    create view v as select 1 as one`)
  params = { ref: project.ref }
})
afterAll(() => project[Symbol.asyncDispose]())

const oidOf = async (name: string) =>
  (await project.sql('select $1::regclass::oid::int as oid', [name]))[0].oid as number

test('tables and views are named by oid, and those that are gone are left out', async () => {
  const [table, view] = [await oidOf(`"Bob's"."a.b 🐘"`), await oidOf('v')]
  const { body } = await project.owner.call(nameEntities, {
    params,
    query: { id: [String(table), String(view), '4294967295'] },
  })
  expect(body.sort((a, b) => a.id - b.id)).toEqual([
    { id: table, schema: "Bob's", name: 'a.b 🐘', type: 'r' },
    { id: view, schema: 'public', name: 'v', type: 'v' },
  ])
})

test.each([[[]], [['x']], [['0']], [['4294967296']], [Array.from({ length: 201 }, () => '1')]])(
  'the oids %j are refused',
  async (id) => {
    expect(await project.owner.call(nameEntities, { params, query: { id } })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  },
)
