import { expect, test } from 'vitest'
import { type ApiCall, queryName, queryOf } from './api-call.rules.ts'
import type { ApiColumn, ApiRelation } from './api-docs.schema.ts'
import { curlSnippet } from './curl-snippet.rules.ts'
import { functionExample, relationExamples } from './example-calls.rules.ts'
import { javascriptSetup, javascriptSnippet } from './javascript-snippet.rules.ts'
import { pythonSetup, pythonSnippet } from './python-snippet.rules.ts'
import { typedSetup } from './types-snippets.rules.ts'

/** What snippets look like, and that nothing breaks out of their strings. A server test runs them. */

const target = { url: 'https://basalt.example/p/abc', key: "it's" }
const read: ApiCall = { kind: 'read', relation: 'films' }

test('a short call fits on one line', () => {
  expect(javascriptSnippet(read)).toBe(`const { data, error } = await client.from('films').select()\n`)
  expect(curlSnippet(read, { ...target, key: 'k' })).toBe(
    `curl 'https://basalt.example/p/abc/rest/v1/films?select=*' \\\n  -H 'apikey: k'\n`,
  )
  expect(pythonSnippet(read)).toBe(`response = requests.get(
    url + "/films",
    headers=headers,
    params={"select": "*"},
)
response.raise_for_status()
data = response.json()
`)
})

test('snippets of a member who acts as a user send the token of the user', () => {
  const acting = { ...target, key: 'k', token: 'a.b.c' }
  expect(curlSnippet(read, acting)).toContain(`-H 'apikey: k' \\\n  -H 'Authorization: Bearer a.b.c'`)
  expect(javascriptSetup(acting)).toMatch(/^const token = 'a\.b\.c'\n[\s\S]*accessToken: async \(\) => token/)
  expect(pythonSetup(acting)).toMatch(/^token = "a\.b\.c"\n[\s\S]*"Authorization": f"Bearer \{token\}"/)
})

test('a long call is written step by step', () => {
  const call: ApiCall = {
    kind: 'read',
    schema: 'shop',
    relation: 'orders',
    select: 'id, films(*)',
    filters: [
      { column: 'year', operator: 'gte', value: 2000 },
      { column: 'mood', operator: 'in', value: ['calm', 'a,b'] },
    ],
    order: { column: 'id', isDescending: true },
    range: [10, 19],
  }
  expect(javascriptSnippet(call)).toBe(`const { data, error } = await client.schema('shop')
  .from('orders')
  .select('id, films(*)')
  .gte('year', 2000)
  .in('mood', ['calm', 'a,b'])
  .order('id', { ascending: false })
  .range(10, 19)
`)
  expect(queryOf(call)).toEqual([
    ['select', 'id, films(*)'],
    ['year', 'gte.2000'],
    ['mood', 'in.(calm,"a,b")'],
    ['order', 'id.desc'],
    ['limit', '10'],
    ['offset', '10'],
  ])
  expect(curlSnippet(call, target)).toContain(`-H 'Accept-Profile: shop'`)
})

test('quotes in names, values and keys stay inside their strings', () => {
  const call: ApiCall = {
    kind: 'insert',
    relation: `it's "odd" \\ $HOME`,
    rows: { "'; rm -rf /": `"'\`\${x}\\\n`, __proto__: null, yes: true, no: null },
  }
  expect(curlSnippet(call, target)).toContain(`-H 'apikey: it'\\''s'`)
  expect(curlSnippet(call, target)).toContain(`/rest/v1/it'\\''s%20%22odd%22%20%5C%20%24HOME'`)
  expect(javascriptSnippet(call)).toContain(`.from("it's \\"odd\\" \\\\ $HOME")`)
  expect(javascriptSnippet(call)).toContain(`"'; rm -rf /": "\\"'\`\${x}\\\\\\n"`)
  expect(pythonSnippet(call)).toContain(`"yes": True`)
  expect(pythonSnippet(call)).toContain(`"no": None`)
  const odd: ApiCall = { kind: 'call', name: 'f', args: JSON.parse('{"__proto__": 1}') }
  expect(javascriptSnippet(odd)).toContain(`['__proto__']: 1`)
})

test.each([
  ['title', 'title'],
  ['Title_2', 'Title_2'],
  ['two words', '"two words"'],
  ['a.b', '"a.b"'],
  ['größe', '"größe"'],
  ['select', '"select"'],
  ['a"b\\c', '"a\\"b\\\\c"'],
])('the column %s is named %s in a query', (name, written) => {
  expect(queryName(name)).toBe(written)
})

const column = (name: string, more: Partial<ApiColumn> = {}): ApiColumn => ({
  name,
  type: 'text',
  base_type: 'text',
  is_list: false,
  labels: [],
  is_nullable: true,
  has_default: false,
  is_writable: true,
  is_primary: false,
  about: null,
  ...more,
})
const table = (columns: ApiColumn[], more: Partial<ApiRelation> = {}): ApiRelation => ({
  schema: 'public',
  name: 'films',
  kind: 'table',
  about: null,
  has_row_security: true,
  may_insert: true,
  may_update: true,
  may_delete: true,
  columns,
  references: [],
  ...more,
})
const ids = (relation: ApiRelation) => relationExamples(relation, 'public').map(({ id }) => id)
const key = column('id', { base_type: 'int4', is_primary: true, is_nullable: false })

test('a table has examples of reading and writing, a view only of reading', () => {
  expect(ids(table([key, column('title')]))).toEqual([
    ...['read', 'read-columns', 'filter', 'page'],
    ...['insert', 'insert-many', 'upsert', 'update', 'delete'],
  ])
  expect(ids(table([key], { kind: 'view' }))).toEqual(['read', 'read-columns', 'filter', 'page'])
  expect(ids(table([]))).toEqual([])
})

test('generated columns are not written, and a generated key is not upserted', () => {
  const made = { ...key, is_writable: false, has_default: true }
  expect(ids(table([made, column('title')]))).not.toContain('upsert')
  expect(ids(table([made]))).toEqual(['read', 'read-columns', 'filter', 'page', 'delete'])
})

test.each([
  [false, 'films', 'directors', 'id, directors(*)'],
  [true, 'films', 'directors', 'id, directors!by(*)'],
  [true, 'films', 'films', 'id, referred:director_id(*)'],
])('with an ambiguous (%s) reference from %s to %s it is %s', (is_ambiguous, name, relation, select) => {
  const reference = { columns: ['director_id'], to_columns: ['id'], constraint: 'by', relation, is_ambiguous }
  const one = table([key], { name, references: [reference] })
  const related = relationExamples(one, 'public').find(({ id }) => id === 'read-related')
  expect(related?.call).toMatchObject({ select })
})

test('a schema is named unless it is the default', () => {
  const [example] = relationExamples(table([key]), 'shop')
  expect(example?.call).toMatchObject({ schema: 'public' })
  expect(relationExamples(table([key]), 'public')[0]?.call).not.toHaveProperty('schema')
})

test('a function is called with its required arguments, or with its first', () => {
  const argument = (name: string, is_required: boolean) => ({ ...column(name), is_required })
  const variant = { returns: 'void', is_stable: false, about: null }
  const argsOf = (...all: ReturnType<typeof argument>[]) =>
    functionExample({ schema: 'public', name: 'f' }, { ...variant, arguments: all }, 'public').args
  expect(argsOf(argument('a', true), argument('b', false))).toEqual({ a: 'some text' })
  expect(argsOf(argument('a', false))).toEqual({ a: 'some text' })
  expect(argsOf(argument('', true))).toEqual({ key: 'value' })
  expect(argsOf()).toEqual({})
})

test('the typed client differs from the plain one only by its type argument and import', () => {
  const setup = typedSetup({ url: 'https://a', key: 'k' })
  expect(setup).toContain(`import type { Database } from './database.types.ts'`)
  expect(setup).toContain(`createClient<Database>('https://a', 'k')`)
  expect(setup.replace(/import type .*\n/, '').replace('<Database>', '')).toBe(
    javascriptSetup({ url: 'https://a', key: 'k' }),
  )
})
