import type { ApiContents } from '@basalt/contract/api-docs/api-docs.schema.ts'
import type { ApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { expect, test } from 'vitest'
import { docMenuRows } from './doc-menu.rules.ts'
import { type DocSearch, docPlaceOf, docSearchOf } from './doc-place.rules.ts'
import { chosenKey, keyOptions, selectedKeyOption } from './snippet-key.rules.ts'

test.each<[DocSearch, DocSearch]>([
  [{}, {}],
  [{ page: 'types' }, { page: 'types' }],
  [{ page: 'introduction', name: 'films' }, {}],
  [
    { page: 'relation', schema: 'public', name: 'films' },
    { page: 'relation', schema: 'public', name: 'films' },
  ],
  [{ page: 'function', schema: 'public' }, { schema: 'public' }],
  [{ page: 'relation', name: 'films' }, {}],
])('the search params %j open the same page as %j', (search, same) => {
  expect(JSON.stringify(docSearchOf(docPlaceOf(search)))).toBe(
    JSON.stringify({ page: same.page, schema: same.schema, name: same.name }),
  )
})

const contents: ApiContents = {
  schemas: ['public'],
  schema: 'public',
  tables: ['films', 'Film roles'],
  views: [],
  functions: ['add'],
}
const words = (search: string, of: ApiContents | undefined = contents) =>
  docMenuRows(of, search, undefined).map((row) =>
    row.kind === 'title' ? `# ${row.label} ${row.count}` : row.label,
  )

test('the menu has general topics, then the contents, without empty groups', () => {
  expect(words('')).toEqual([
    ...['Introduction', 'Authentication', 'Types'],
    ...['# Tables 2', 'films', 'Film roles', '# Functions 1', 'add'],
  ])
  expect(docMenuRows(undefined, '', undefined).map(({ key }) => key)).toEqual([
    ...['introduction', 'authentication', 'types'],
  ])
})

test.each([
  ['FILM', ['# Tables 2', 'films', 'Film roles']],
  ['role fi', ['# Tables 1', 'Film roles']],
  ['auth', ['Authentication']],
  ['nothing', []],
])('a search for %j finds %j', (search, found) => {
  expect(words(search)).toEqual(found)
})

const aKey = (type: ApiKey['type'], name: string, api_key: string | null): ApiKey => ({
  id: type === 'legacy' ? null : name,
  type,
  name,
  api_key,
  description: '',
  hint: null,
  created_at: '2026-01-01T00:00:00Z',
  last_used_at: null,
  can_reveal: false,
})
const keys = [
  aKey('legacy', 'anon', 'eyAnon'),
  aKey('legacy', 'service_role', 'eyService'),
  aKey('publishable', 'web', 'bst_publishable_1'),
  aKey('secret', 'worker', null),
]

test('snippets contain only shareable keys', () => {
  const labels = keyOptions(keys, undefined).map(({ label }) => label)
  expect(labels).toEqual(['Placeholder YOUR_KEY', 'web', 'anon (legacy)'])
  expect(chosenKey(keys, 'first')?.api_key).toBe('bst_publishable_1')
  expect(chosenKey(keys, 'anon')?.api_key).toBe('eyAnon')
  expect(chosenKey(keys, 'service_role')?.api_key).toBe('bst_publishable_1')
  expect(chosenKey([keys[1]!, keys[3]!], 'first')).toBeUndefined()
})

test('the selected option is always offered, also before the keys are loaded', () => {
  for (const known of [undefined, [], keys])
    for (const choice of ['first', 'anon', 'gone'])
      for (const withKey of [true, false]) {
        const values = keyOptions(known, undefined).map(({ value }) => value)
        expect(values).toContain(selectedKeyOption(known, choice, withKey))
      }
  expect(keyOptions(undefined, 'You may not')[1]).toMatchObject({
    disabled: true,
    description: 'You may not',
  })
})
