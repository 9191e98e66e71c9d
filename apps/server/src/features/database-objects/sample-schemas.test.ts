import { compositeType, compositeTypeList } from '@basalt/catalog/database-objects/composite-types.ts'
import { domain, domainList } from '@basalt/catalog/database-objects/domains.ts'
import { enumeratedType, enumeratedTypes } from '@basalt/catalog/database-objects/enumerated-types.ts'
import { CATALOG_OF } from '@basalt/catalog/definitions/catalog-of.fixture.ts'
import { definition, definitions } from '@basalt/catalog/definitions/definition.ts'
import { definitionFacts, schemaFacts } from '@basalt/catalog/definitions/relation-facts.ts'
import { functions } from '@basalt/catalog/objects/functions.ts'
import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import { sampleSchemas } from '@basalt/testing/samples/sample-schemas.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { compositeTypeKind } from './composite-types/composite-type-kind.ts'
import { domainKind } from './domains/domain-kind.ts'
import { enumeratedTypeKind } from './enumerated-types/enumerated-type-kind.ts'

const PAGE = { search: '', sort: 'name', isDescending: false, after: undefined, limit: 1000 } as const

/** The definition of each type, function, table and view of a schema, as the pages show it. */
async function definitionsOf(client: pg.Client, schema: string): Promise<string[]> {
  const jsons = async (sql: string, values: unknown[] = []) =>
    (await client.query({ text: sql, values, rowMode: 'array' })).rows.map(([json]) => json)
  const typesOf = async <Found extends { draft: Draft }, Draft>(
    list: string,
    one: (oid: number) => string,
    kind: { read(json: string): Found; create(draft: Draft): { sql: string }[] },
  ) => {
    const found: string[] = []
    for (const listed of await jsons(list)) {
      const [json] = await jsons(one(JSON.parse(listed).id))
      found.push(...kind.create(kind.read(json).draft).map(({ sql }) => `${sql};`))
    }
    return found
  }
  const page = { ...PAGE, schema }
  const views = await jsons(
    `select oid::int8::text from pg_class where relnamespace = $1::regnamespace and relkind in ('v', 'm') order by oid`,
    [schema],
  )
  const viewDefinitions: string[] = []
  for (const oid of views) viewDefinitions.push(definition(await jsons(definitionFacts, [oid])))
  const { rows: routines } = await client.query<{ definition: string }>(functions({ schemas: [schema] }))
  return [
    ...(await typesOf(enumeratedTypes(page), enumeratedType, enumeratedTypeKind)),
    ...(await typesOf(compositeTypeList(page), compositeType, compositeTypeKind)),
    ...(await typesOf(domainList(page), domain, domainKind)),
    ...routines.map((routine) => `${routine.definition};`),
    definitions(await jsons(schemaFacts, [schema, '1000'])),
    ...viewDefinitions,
  ]
}

/** Runs each once what it refers to exists. Functions and tables may refer to each other, so bodies are not checked. */
async function load(client: pg.Client, texts: readonly string[]) {
  await client.query('set check_function_bodies = off')
  let waiting = texts
  while (waiting.length > 0) {
    const failed: { text: string; error: Error }[] = []
    for (const text of waiting) await client.query(text).catch((error: Error) => failed.push({ text, error }))
    if (failed.length === waiting.length)
      throw new Error(failed.map(({ text, error }) => `${error.message}\n${text}`).join('\n\n'))
    waiting = failed.map(({ text }) => text)
  }
}

const relationsOf = async (client: pg.Client, schema: string) =>
  (
    await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relnamespace = $1::regnamespace
      and relkind in ('r', 'p', 'v', 'm') order by relname`,
      [schema],
    )
  ).rows.map(({ name }) => name)

test.each(sampleSchemas)(
  'the definitions of all that the schema $name has create the same in an empty database',
  async ({ name, sql }) => {
    const databases = [await createThrowawayDatabase(), await createThrowawayDatabase()]
    const [original, copy] = databases.map(({ url }) => new pg.Client(url)) as [pg.Client, pg.Client]
    try {
      for (const client of [original, copy]) await client.connect()
      await original.query(sql)
      for (const client of [original, copy]) await client.query("set search_path = ''")
      const written = await definitionsOf(original, name)
      await copy.query(`create schema ${name}`)
      await load(copy, written)
      expect(await definitionsOf(copy, name)).toEqual(written)
      const relations = await relationsOf(original, name)
      expect(relations.length).toBeGreaterThan(7)
      expect(await relationsOf(copy, name)).toEqual(relations)
      for (const relation of relations) {
        const facts = async (client: pg.Client) => (await client.query(CATALOG_OF, [relation])).rows
        expect(await facts(copy)).toEqual(await facts(original))
      }
    } finally {
      for (const client of [original, copy]) await client.end()
      for (const database of databases) await database.drop()
    }
  },
)
