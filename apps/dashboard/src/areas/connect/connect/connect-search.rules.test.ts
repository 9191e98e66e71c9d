import { type ConnectTab, connectTabs } from '@basalt/contract/connect/connect.rules.ts'
import { frameworks } from '@basalt/contract/connect/guides/frameworks.ts'
import { mobiles } from '@basalt/contract/connect/guides/mobiles.ts'
import { orms } from '@basalt/contract/connect/guides/orms.ts'
import { expect, test } from 'vitest'
import {
  type ConnectSearch,
  chosenMethod,
  chosenOf,
  chosenSource,
  chosenTab,
  chosenType,
  closedSearch,
  frameworkChange,
  readConnectSearch,
  tabChange,
  usingChange,
} from './connect-search.rules.ts'

test.each([
  [
    { showConnect: true, type: 'jdbc' },
    { showConnect: true, type: 'jdbc' },
  ],
  [{ showConnect: 'yes' }, {}],
  [{ showConnect: false, method: 'direct' }, { method: 'direct' }],
  [{ type: 7, source: ['a'], tab: {} }, {}],
  [{ search: 'other pages have their own' }, {}],
  [
    { connectTab: 'orms', framework: 'prisma' },
    { connectTab: 'orms', framework: 'prisma' },
  ],
])('%j is parsed as %j', (search, expected) => {
  expect(readConnectSearch(search)).toEqual(expected)
})

test.each([
  ['psql', 'psql'],
  ['PSQL', 'uri'],
  ['constructor', 'uri'],
  [undefined, 'uri'],
])('the type %s selects %s', (type, expected) => {
  expect(chosenType(type === undefined ? {} : { type })).toBe(expected)
})

test.each([
  ['session', undefined, 'session'],
  ['transaction', undefined, 'transaction'],
  ['Session', undefined, 'direct'],
  ['toString', undefined, 'direct'],
  ['session', ['direct'] as const, 'direct'],
])('the method %s of %s selects %s', (method, offered, expected) => {
  expect(chosenMethod({ method }, offered)).toBe(expected)
})

test('an unknown source selects the primary', () => {
  const databases = [{ identifier: 'primary' }, { identifier: 'replica' }]
  expect(chosenSource({ source: 'replica' }, databases)?.identifier).toBe('replica')
  expect(chosenSource({ source: 'gone' }, databases)?.identifier).toBe('primary')
  expect(chosenSource({}, [])).toBeUndefined()
})

const all = connectTabs.map(({ id }) => id)
const keys = { frameworks, mobiles, orms }
test.each<[ConnectSearch, readonly ConnectTab[], ConnectTab]>([
  [{}, all, 'direct'],
  [{ tab: 'orms' }, all, 'orms'],
  [{ tab: 'ORMS' }, all, 'direct'],
  [{ tab: 'mobiles' }, ['direct', 'orms'], 'direct'],
  [{ framework: 'nextjs' }, all, 'frameworks'],
  [{ framework: 'flutter' }, all, 'mobiles'],
  [{ framework: 'drizzle' }, all, 'orms'],
  [{ framework: 'drizzle' }, ['direct', 'frameworks'], 'direct'],
  [{ framework: 'cobol' }, all, 'direct'],
  [{ tab: 'direct', framework: 'drizzle' }, all, 'direct'],
  // A `tab` of the page behind is not one of the dialog's.
  [{ tab: 'legacy', connectTab: 'mobiles' }, all, 'mobiles'],
])('%j with %j offered selects %s', (search, offered, expected) => {
  expect(chosenTab(search, offered, keys)).toBe(expected)
})

test('an unknown choice falls back to the first', () => {
  expect(chosenOf(frameworks, 'astro')?.label).toBe('Astro')
  expect(chosenOf(frameworks, 'gone')?.key).toBe('nextjs')
  expect(chosenOf(chosenOf(frameworks, 'nextjs')!.using, 'vite')?.key).toBe('app')
  expect(chosenOf([], 'anything')).toBeUndefined()
})

test('each choice clears those that depended on the previous one', () => {
  const chosen = { tab: 'frameworks', framework: 'nextjs', using: 'pages', with: 'supabasejs', type: 'psql' }
  const after = (change: ConnectSearch) => readConnectSearch({ ...chosen, ...change })
  expect(after(tabChange(chosen, 'orms'))).toEqual({ tab: 'orms', type: 'psql' })
  expect(after(frameworkChange('react'))).toEqual({ tab: 'frameworks', framework: 'react', type: 'psql' })
  expect(after(usingChange('app'))).toEqual({
    tab: 'frameworks',
    framework: 'nextjs',
    using: 'app',
    type: 'psql',
  })
})

test('the tab of the page behind survives using and closing the dialog', () => {
  const page = { tab: 'legacy', showConnect: true }
  const first = { ...page, ...tabChange(page, 'orms') }
  const second = { ...first, ...tabChange(first, 'mcp') }
  expect(readConnectSearch(second)).toEqual({ ...page, connectTab: 'mcp' })
  expect(chosenTab(second, all, {})).toBe('mcp')
  expect(readConnectSearch({ ...second, ...closedSearch(second) })).toEqual({ tab: 'legacy' })
})

test('closing removes the search params of the dialog and keeps the tab of the page behind', () => {
  const everything = {
    showConnect: true,
    tab: 'frameworks',
    connectTab: 'orms',
    framework: 'b',
    using: 'c',
    with: 'd',
    type: 'e',
    source: 'f',
    method: 'g',
  }
  expect(readConnectSearch({ ...everything, ...closedSearch(everything) })).toEqual({})
  expect(readConnectSearch({ ...everything, ...closedSearch({ ...everything, tab: 'legacy' }) })).toEqual({
    tab: 'legacy',
  })
})
