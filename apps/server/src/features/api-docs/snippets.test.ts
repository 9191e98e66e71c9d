import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createAccessToken } from '@basalt/contract/access/access.endpoints.ts'
import type { ApiCall } from '@basalt/contract/api-docs/api-call.rules.ts'
import {
  describeApiFunction,
  describeApiRelation,
  listApiContents,
} from '@basalt/contract/api-docs/api-docs.endpoints.ts'
import { getTypescriptTypes } from '@basalt/contract/api-docs/client-types.endpoints.ts'
import { curlSetup, curlSnippet, curlWithToken } from '@basalt/contract/api-docs/curl-snippet.rules.ts'
import { functionExample, relationExamples } from '@basalt/contract/api-docs/example-calls.rules.ts'
import {
  javascriptSetup,
  javascriptSetupWithToken,
  javascriptSnippet,
} from '@basalt/contract/api-docs/javascript-snippet.rules.ts'
import {
  pythonSetup,
  pythonSetupWithToken,
  pythonSnippet,
} from '@basalt/contract/api-docs/python-snippet.rules.ts'
import { typesCommand } from '@basalt/contract/api-docs/types-snippets.rules.ts'
import { updateDataApiSettings } from '@basalt/contract/data-api-settings/data-api-settings.endpoints.ts'
import { getProject, pauseProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BOOKSHOP } from '../../test/bookshop-schema.ts'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember, reaches } from '../../test/people.ts'

/** Runs the examples of the pages, exactly as they are copied, against a running server. */

const run = promisify(execFile)
const has = (command: string, ...args: string[]) =>
  run(command, args).then(
    () => true,
    () => false,
  )

let api: DataApiFixture
let params: { ref: string }
let calls: ApiCall[]
let home: string
let token: string
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'basalt-snippets-'))
  api = await openDataApi(BOOKSHOP)
  params = { ref: api.ref }
  await api.owner.call(updateDataApiSettings, { params, body: { db_schemas: ['public', "Bob's"] } })
  calls = await everyExample()
  token = api.tokenFor({ role: 'authenticated', sub: '00000000-0000-0000-0000-000000000001' })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  rmSync(home, { recursive: true, force: true })
})

const relation = async (name: string, schema = 'public') => {
  const { status, body } = await api.owner.call(describeApiRelation, { params, query: { schema, name } })
  expect([status, body]).toMatchObject([200, { name }])
  return body
}
const routine = async (name: string, schema = 'public') => {
  const { status, body } = await api.owner.call(describeApiFunction, { params, query: { schema, name } })
  expect([status, body]).toMatchObject([200, { name }])
  return body
}
const target = (key = api.keyOf('service_role')) => ({ url: `${api.origin}/p/${api.ref}`, key })

/** All examples, in an order that respects foreign keys: referenced rows are inserted first and deleted last. */
async function everyExample(): Promise<ApiCall[]> {
  const examples = async (name: string, schema?: string) => {
    const all = relationExamples(await relation(name, schema), 'public').map(({ id, call }) => ({ id, call }))
    const of = (...ids: string[]) => all.filter(({ id }) => ids.includes(id)).map(({ call }) => call)
    return {
      inserts: [...of('insert'), ...of('delete'), ...of('insert-many', 'upsert')],
      uses: of('read', 'read-columns', 'read-related', 'filter', 'page', 'update'),
      deletes: of('delete'),
    }
  }
  const authors = await examples('authors')
  const others = [
    await examples('books'),
    await examples('every kind'),
    await examples("o'clock", "Bob's"),
    await examples('cheap_books'),
  ]
  const functions = await Promise.all(
    [['add'], ['books_of'], ['echo'], ['greet', "Bob's"]].map(async ([name, schema]) => {
      const found = await routine(name!, schema)
      return functionExample(found, found.variants[0]!, 'public')
    }),
  )
  return [
    ...[...authors.inserts, ...authors.uses],
    ...others.flatMap(({ inserts, uses, deletes }) => [...inserts, ...uses, ...deletes]),
    ...[...functions, ...authors.deletes],
  ]
}

const truncateTables = () =>
  api.sql(`truncate authors, books, "every kind", "Bob's"."o'clock" restart identity`)

/** Runs the examples and returns the data of each. */
async function withJavascript(setup: string, all: readonly ApiCall[]) {
  const steps = all.map(
    (call) =>
      `{\n${javascriptSnippet(call)}if (error) throw new Error(JSON.stringify(error))\nall.push(data)\n}`,
  )
  const program = [setup, 'const all = []', ...steps, 'console.log(JSON.stringify(all))'].join('\n')
  const running = run(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
  })
  return JSON.parse((await running).stdout) as unknown[]
}

async function withCurl(commands: readonly string[]) {
  // Show errors, but no progress.
  writeFileSync(join(home, '.curlrc'), 'silent\nshow-error\nfail-with-body\n')
  const script = [
    `set -e; export CURL_HOME='${home}' TOKEN='${token}'`,
    ...commands.map((command) => `${command}printf '\\036'`),
  ].join('\n')
  const { stdout } = await run('sh', ['-c', script])
  const outputs = stdout.split('\x1e').slice(0, -1)
  return outputs.map((output) => (output === '' ? null : (JSON.parse(output) as unknown)))
}

async function withPython(setup: string, all: readonly ApiCall[]) {
  const steps = all.map(
    (call) => `${pythonSnippet(call)}all.append(${call.kind === 'delete' ? 'None' : 'data'})\n`,
  )
  const program = [
    setup,
    `token = "${token}"\nimport json\nall = []`,
    ...steps,
    'print(json.dumps(all))',
  ].join('\n')
  const { stdout } = await run('python3', ['-c', program])
  return JSON.parse(stdout) as unknown[]
}

let javascriptRun: Promise<unknown[]> | undefined
/** The results of the examples in JavaScript, which all others are compared with. */
const javascriptResults = () => {
  javascriptRun ??= truncateTables().then(() => withJavascript(javascriptSetup(target()), calls))
  return javascriptRun
}

test('every example in JavaScript works', async () => {
  expect(calls.length).toBeGreaterThan(40)
  const all = await javascriptResults()
  const of = (matches: (call: ApiCall) => boolean) => all.filter((_, index) => matches(calls[index]!))
  for (const rows of of(({ kind }) => kind === 'insert')) expect(rows).not.toEqual([])
  expect(of(({ kind }) => kind === 'update').flat()).toContainEqual(expect.objectContaining({ id: 1 }))
  expect(of((call) => call.kind === 'call')).toEqual([2, [], { key: 'value' }, 'Hello some text'])
  // Every filter has to find rows, because otherwise the example shows nothing.
  for (const rows of of((call) => call.kind === 'read')) expect(rows).not.toEqual([])
})

test('every example with curl returns the same', async ({ skip }) => {
  skip(!(await has('curl', '--version')), 'curl is not installed')
  const expected = await javascriptResults()
  await truncateTables()
  expect(await withCurl(calls.map((call) => curlSnippet(call, target())))).toEqual(expected)
})

test('every example in Python returns the same', async ({ skip }) => {
  skip(!(await has('python3', '-c', 'import requests')), 'Python with requests is not installed')
  const expected = await javascriptResults()
  await truncateTables()
  expect(await withPython(pythonSetup(target()), calls)).toEqual(expected)
})

/** A request with a user's token. A policy lets the user see one of two notes. */
const readNotes: ApiCall = { kind: 'read', relation: 'notes', select: 'body' }
const ownNotes = [[{ body: 'mine' }]]
const anon = () => target(api.keyOf('anon'))

test("a user's token applies the policies of row level security, in JavaScript", async () => {
  const setup = `const token = '${token}'\n${javascriptSetupWithToken(anon())}`
  expect(await withJavascript(setup, [readNotes])).toEqual(ownNotes)
  expect(await withJavascript(javascriptSetup(anon()), [readNotes])).toEqual([[]])
})

test("a user's token works with curl", async ({ skip }) => {
  skip(!(await has('curl', '--version')), 'curl is not installed')
  expect(await withCurl([curlWithToken('/notes?select=body', anon())])).toEqual(ownNotes)
})

test("a user's token works in Python", async ({ skip }) => {
  skip(!(await has('python3', '-c', 'import requests')), 'Python with requests is not installed')
  const setup = `token = "${token}"\n${pythonSetupWithToken(anon())}`
  expect(await withPython(setup, [readNotes])).toEqual(ownNotes)
})

test('the first curl request returns the OpenAPI description, and a command saves the types', async ({
  skip,
}) => {
  skip(!(await has('curl', '--version')), 'curl is not installed')
  const [described] = await withCurl([curlSetup(target())])
  expect(described).toMatchObject({ swagger: '2.0', definitions: { books: { description: 'What is sold' } } })
  const made = await api.owner.call(createAccessToken, { body: { name: 'CI' } })
  const command = typesCommand(api.origin, getTypescriptTypes.path.replace(':ref', api.ref))
  await run('sh', ['-c', command], { cwd: home, env: { PATH: nodeFirst(), ACCESS_TOKEN: made.body.token } })
  expect(readFileSync(join(home, 'database.types.ts'), 'utf8')).toContain('/** As on the cover */')
})
/** PATH with the Node that runs the tests first. */
const nodeFirst = () => [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)

test('a schema lists its tables, views and functions that requests can use', async () => {
  const { body } = await api.owner.call(listApiContents, { params })
  expect(body).toEqual({
    schemas: ['public', "Bob's"],
    schema: 'public',
    tables: ['authors', 'books', 'events', 'every kind', 'notes'],
    views: ['book_count', 'cheap_books'],
    functions: ['add', 'books_of', 'echo'],
  })
  const other = await api.owner.call(listApiContents, { params, query: { schema: "Bob's" } })
  expect(other.body).toMatchObject({ schema: "Bob's", tables: ["o'clock"], functions: ['greet'] })
})

test('a table is described with its comments and the references of its columns', async () => {
  const books = await relation('books')
  expect(books).toMatchObject({
    kind: 'table',
    about: 'What is sold',
    may_insert: true,
    may_delete: true,
    has_row_security: false,
    references: [
      { relation: 'authors', columns: ['author_id'], to_columns: ['id'], is_ambiguous: true },
      { relation: 'authors', columns: ['editor_id'], is_ambiguous: true },
      { relation: 'books', columns: ['sequel_of'], is_ambiguous: true },
    ],
  })
  const column = (name: string) => books.columns.find((one) => one.name === name)
  expect(column('id')).toMatchObject({ is_primary: true, is_writable: false, has_default: true })
  expect(column('title')).toMatchObject({ about: 'As on the cover', is_nullable: false, base_type: 'text' })
  expect(column('genres')).toMatchObject({ is_list: true, base_type: 'genre', labels: ['crime', 'poetry'] })
  expect(column('price')).toMatchObject({ type: 'public.price', base_type: 'numeric' })
  expect(await relation('cheap_books')).toMatchObject({
    kind: 'view',
    may_insert: true,
    has_row_security: null,
  })
  expect(await relation('book_count')).toMatchObject({ kind: 'view', may_insert: false, may_update: false })
  expect(await relation('notes')).toMatchObject({ has_row_security: true })
  expect((await routine('add')).variants).toMatchObject([
    {
      about: 'Adds',
      returns: 'integer',
      is_stable: true,
      arguments: [
        { name: 'a', type: 'integer', is_required: true },
        { name: 'b', is_required: false },
      ],
    },
  ])
})

test.each<[keyof typeof endpoints, object, number, string]>([
  ['relation', { schema: 'public', name: 'nothing' }, 404, 'Table or view nothing does not exist'],
  ['relation', { schema: 'auth', name: 'users' }, 404, 'Exposed schema auth does not exist'],
  ['routine', { schema: 'public', name: 'stamp' }, 404, 'Function stamp does not exist'],
  ['routine', { schema: 'public' }, 400, 'name'],
  ['contents', { schema: 'pg_catalog' }, 404, 'Exposed schema pg_catalog does not exist'],
  ['contents', { schema: 'nul\0' }, 400, 'not valid text'],
])('%s of %j is refused', async (endpoint, query, status, words) => {
  const reply = await api.owner.call(endpoints[endpoint], { params, query: query as never })
  expect([reply.status, reply.body]).toMatchObject([status, { message: expect.stringContaining(words) }])
})
const endpoints = { relation: describeApiRelation, routine: describeApiFunction, contents: listApiContents }

test('read-only members read the documentation, and a paused project returns instance_unavailable', async () => {
  const { body: project } = await api.owner.call(getProject, { params })
  const { organization_slug: slug } = project
  const reader = await aMember(api, api.owner, slug, { role_id: 'read_only' })
  expect((await reader.call(listApiContents, { params })).status).toBe(200)
  await api.owner.call(pauseProject, { params })
  await reaches(api.owner, api.ref, 'INACTIVE')
  expect((await reader.call(listApiContents, { params })).body).toMatchObject({
    code: 'instance_unavailable',
  })
})
