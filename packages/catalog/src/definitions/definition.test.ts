import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CATALOG_OF } from './catalog-of.fixture.ts'
import { definition } from './definition.ts'
import { randomShapes } from './random-shapes.fixture.ts'
import { definitionFacts, type RelationFacts } from './relation-facts.ts'
import { SHAPE_ROLES, SHAPE_WORLD, type Shape, shapes } from './shapes.fixture.ts'

const databases: Awaited<ReturnType<typeof createThrowawayDatabase>>[] = []
const clients: pg.Client[] = []
beforeAll(async () => {
  for (const _ of ['original', 'copy']) {
    const database = await createThrowawayDatabase()
    const client = new pg.Client(database.url)
    await client.connect()
    databases.push(database)
    clients.push(client)
  }
  for (const role of SHAPE_ROLES)
    await clients[0]!.query(`do $$ begin create role ${pg.escapeIdentifier(role)};
      exception when duplicate_object or unique_violation then null; end $$`)
  for (const client of clients) await client.query(SHAPE_WORLD)
})
afterAll(async () => {
  for (const client of clients) await client.end()
  for (const database of databases) await database.drop()
})

const oidOf = async (client: pg.Client, name: string) =>
  (await client.query(`select $1::regclass::oid::int8 as oid`, [name])).rows[0].oid as string

async function definitionOf(client: pg.Client, name: string) {
  const oid = await oidOf(client, name)
  await client.query("set search_path = ''")
  const { rows } = await client.query<{ facts: RelationFacts }>(definitionFacts, [oid])
  await client.query('reset search_path')
  return definition(rows.map(({ facts }) => facts))
}

const catalogOf = async (client: pg.Client, name: string) =>
  (await client.query<{ fact: string }>(CATALOG_OF, [name])).rows.map(({ fact }) => fact)

/** Creates a shape in one database and its definition in the other, and compares both. */
async function checkShape({ before = '', sql, name = 'shop.t' }: Shape) {
  const [original, copy] = clients as [pg.Client, pg.Client]
  for (const client of clients) await client.query('begin')
  try {
    for (const client of clients) await client.query(before)
    await original.query(sql)
    const written = await definitionOf(original, name)
    await copy.query(written).catch((error: Error) => {
      throw new Error(`${error.message}\n\n${written}`)
    })
    expect(await definitionOf(copy, name)).toBe(written)
    expect(await catalogOf(copy, name)).toEqual(await catalogOf(original, name))
  } finally {
    for (const client of clients) await client.query('rollback')
  }
}

test.each(shapes)('the definition of $title creates the same again', checkShape)

describe('random tables', () => {
  test.each(randomShapes(60))('$title are created the same again', checkShape)
})
