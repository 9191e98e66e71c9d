import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { AuthClient } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { authClientMethods } from '../../test/auth-client-methods.ts'

/** The guide lists every method of the client, and each that works is called by a test. */

const REPOSITORY = path.resolve(import.meta.dirname, '../../../../..')

/** Methods that the client has for itself: they are not in its documentation. */
const OWN = [
  'fetch',
  'fetchJwk',
  'isThrowOnErrorEnabled',
  'linkIdentityIdToken',
  'linkIdentityOAuth',
  'logger',
  'signInWithEthereum',
  'signInWithSolana',
]
/** Objects that the client uses, which are no part of its interface. */
const USED = ['storage', 'client']

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function methodsOf(value: object): string[] {
  const names = new Set<string>()
  for (let at: object = value; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    for (const [name, { value: member }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof member === 'function' && name !== 'constructor' && !name.startsWith('_')) names.add(name)
  return [...names]
}

/** The client and the objects within it that have methods, by their path. */
function partsOf(value: object, path = ''): [path: string, part: object][] {
  const within = Object.entries(value).filter(
    (entry): entry is [string, object] =>
      isRecord(entry[1]) &&
      !(entry[1] instanceof Map || entry[1] instanceof Promise || Array.isArray(entry[1])) &&
      !entry[0].startsWith('_') &&
      !USED.includes(entry[0]),
  )
  const parts = within.flatMap(([name, part]) => partsOf(part, path === '' ? name : `${path}.${name}`))
  return [[path, value], ...parts]
}

test('the list has every method of the client', () => {
  const client = new AuthClient({
    url: 'http://localhost',
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  })
  const found = partsOf(client).flatMap(([path, part]) =>
    methodsOf(part)
      .filter((name) => !OWN.includes(name))
      .map((name) => (path === '' ? name : `${path}.${name}`)),
  )
  expect(Object.keys(authClientMethods).sort()).toEqual(found.sort())
})

test('the guide has the list', async () => {
  const rows = Object.entries(authClientMethods).map(([name, works]) => `| \`${name}\` | ${works} |`)
  const page = [
    '# The auth client, method by method',
    'Whether each method of `@supabase/auth-js` works with the auth API of a project. A method that does not is refused with an error; nothing pretends to work.',
    ['| method | works |', '|---|---|', ...rows].join('\n'),
  ].join('\n\n')
  await expect(`${page}\n`).toMatchFileSnapshot(path.join(REPOSITORY, 'docs/guides/auth-client.md'))
})

test('a test calls each method that needs the server and works', () => {
  const folders = ['apps/server/src/features/auth', 'e2e'].map((folder) => path.join(REPOSITORY, folder))
  const tests = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => /(\.test|\.e2e|-site)\.ts$/.test(file) && !file.includes('methods'))
      .map((file) => readFileSync(path.join(folder, file), 'utf8')),
  )
  const called = tests.join('\n')
  const uncalled = Object.entries(authClientMethods)
    .filter(([, works]) => works.startsWith('yes') && works !== 'yes, within the client')
    .map(([name]) => name)
    .filter(
      (name) =>
        !called.includes(`${name.split('.').slice(-2).join('.')}(`) &&
        !called.includes(`.${name.split('.').at(-1)}(`),
    )
  expect(uncalled).toEqual([])
})
