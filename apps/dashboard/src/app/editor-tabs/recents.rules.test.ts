import { expect, test } from 'vitest'
import { addRecent, RECENT_TABLES_MAX, recentsOf, relabelRecent, removeRecents } from './recents.rules.ts'
import { noRecents, type Tab } from './tab.port.ts'

const aTab = (id: string, type: Tab['type'] = 'sql'): Tab => ({
  id,
  type,
  label: id,
  isPreview: false,
  metadata: {},
})
const added = (...tabs: Tab[]) => tabs.reduce((recents, tab, at) => addRecent(recents, tab, at), noRecents)
const ids = (recents: ReturnType<typeof added>) => recents.items.map(({ id }) => id)

test('a new item comes first, and an existing one only gets a newer time', () => {
  const recents = added(aTab('a'), aTab('b'))
  expect(ids(recents)).toEqual(['b', 'a'])
  const again = addRecent(recents, aTab('a'), 9)
  expect(ids(again)).toEqual(['b', 'a'])
  expect(recentsOf(again, 'sql').map(({ id }) => id)).toEqual(['a', 'b'])
})

test('only tables are limited: the oldest one is dropped', () => {
  const tables = Array.from({ length: RECENT_TABLES_MAX + 1 }, (_, n) => aTab(`t${n}`, 'r'))
  const queries = Array.from({ length: 20 }, (_, n) => aTab(`q${n}`))
  const recents = added(...tables, ...queries)
  expect(recentsOf(recents, 'table')).toHaveLength(RECENT_TABLES_MAX)
  expect(recentsOf(recents, 'table').map(({ id }) => id)).not.toContain('t0')
  expect(recentsOf(recents, 'sql')).toHaveLength(20)
})

test('items can be renamed and removed', () => {
  const recents = relabelRecent(added(aTab('a'), aTab('b')), 'a', 'Orders')
  expect(recents.items.find(({ id }) => id === 'a')?.label).toBe('Orders')
  expect(ids(removeRecents(recents, ['a']))).toEqual(['b'])
})

test('an item without a name is called Untitled', () => {
  expect(added({ ...aTab('a'), label: '' }).items[0]?.label).toBe('Untitled')
})
