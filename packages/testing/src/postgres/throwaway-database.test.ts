import pg from 'pg'
import { expect, test } from 'vitest'
import { createThrowawayDatabase } from './throwaway-database.ts'

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('two databases do not see each other', async () => {
  const [one, two] = await Promise.all([createThrowawayDatabase(), createThrowawayDatabase()])
  await query(one.url, 'create table only_here ()')
  expect(await query(two.url, "select to_regclass('only_here') as found")).toEqual([{ found: null }])
  await Promise.all([one.drop(), two.drop()])
})

test('many copies of one template can be made at once', async () => {
  const template = await createThrowawayDatabase()
  await query(template.url, 'create table seed as select 42 as answer')
  const name = new URL(template.url).pathname.slice(1)
  const copies = await Promise.all(
    Array.from({ length: 5 }, () => createThrowawayDatabase({ template: name })),
  )
  for (const copy of copies)
    expect(await query(copy.url, 'select answer from seed')).toEqual([{ answer: 42 }])
  await Promise.all([template, ...copies].map((database) => database.drop()))
})

test('dropping a database closes its connections', async () => {
  const database = await createThrowawayDatabase()
  const client = new pg.Client({ connectionString: database.url })
  const ended = new Promise<string>((resolve) => client.on('error', (error) => resolve(error.message)))
  await client.connect()
  await database.drop()
  expect(await ended).toContain('terminating connection')
})

test('a template that does not exist is an error at once', async () => {
  await expect(createThrowawayDatabase({ template: 'absent' })).rejects.toThrow('does not exist')
})
