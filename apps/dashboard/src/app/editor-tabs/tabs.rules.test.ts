import { describe, expect, test } from 'vitest'
import { noTabs, type Tab, type TabsState } from './tab.port.ts'
import {
  CLOSED_TABS_MAX,
  closeTabs,
  forgetTabs,
  makePermanent,
  moveTab,
  neighbourAfterClosing,
  openTab,
  restoreTab,
  siblingTab,
  tabsToClose,
  togglePin,
  updateTab,
} from './tabs.rules.ts'

const aTab = (id: string, over: Partial<Tab> = {}): Tab => ({
  id,
  type: id.startsWith('t') ? 'r' : 'sql',
  label: id,
  isPreview: false,
  metadata: {},
  ...over,
})
const opened = (...ids: string[]) => ids.reduce((state, id) => openTab(state, aTab(id)), noTabs)
const preview = (state: TabsState, id: string) => openTab(state, aTab(id, { isPreview: true }))

describe('opening', () => {
  test('a preview replaces the previous preview', () => {
    const state = preview(openTab(preview(opened('a'), 'b'), aTab('c')), 'd')
    expect(state).toMatchObject({ openTabs: ['a', 'd', 'c'], previewTabId: 'd', activeTab: 'd' })
    expect(state.tabsMap).not.toHaveProperty('b')
  })

  test('a table preview replaces a query preview', () => {
    expect(preview(preview(noTabs, 'a'), 't1').openTabs).toEqual(['t1'])
  })

  test('opening an open tab activates it and keeps it permanent', () => {
    const state = preview(opened('a', 'b'), 'a')
    expect(state).toMatchObject({ openTabs: ['a', 'b'], activeTab: 'a', previewTabId: null })
    expect(state.tabsMap.a?.isPreview).toBe(false)
  })

  test('opening a preview permanently makes it permanent', () => {
    const state = openTab(preview(noTabs, 'a'), aTab('a'))
    expect(state).toMatchObject({ previewTabId: null, tabsMap: { a: { isPreview: false } } })
    expect(preview(makePermanent(preview(noTabs, 'a'), 'a'), 'b').openTabs).toEqual(['a', 'b'])
  })
})

describe('closing', () => {
  test.each([
    ['the next tab is activated', ['a', 'b', 'c'], 'b', 'c'],
    ['after the last tab the previous one is activated', ['a', 'b', 'c'], 'c', 'b'],
    ['tabs of the other editor are skipped', ['a', 't1', 'b'], 'a', 'b'],
    ['without another tab of its editor the landing page opens', ['a', 't1'], 'a', undefined],
  ])('%s', (_case, ids, closed, next) => {
    const state = { ...opened(...ids), activeTab: closed }
    expect(neighbourAfterClosing(state, [closed], closed)).toEqual(next && state.tabsMap[next])
    expect(closeTabs(state, [closed]).activeTab).toBe(next ?? null)
  })

  test('closing an inactive tab changes nothing else', () => {
    const state = opened('a', 'b')
    expect(neighbourAfterClosing(state, ['a'], 'b')).toBeNull()
    expect(closeTabs(state, ['a'])).toMatchObject({ openTabs: ['b'], activeTab: 'b' })
  })

  test.each([
    ['others', ['a', 'c']],
    ['right', ['c']],
    ['all', ['a', 'b', 'c']],
  ] as const)('close %s spares the other editor and pinned tabs', (what, closed) => {
    const state = togglePin(opened('a', 't1', 'b', 'c', 'p'), 'p')
    expect(tabsToClose(state, what, 'b')).toEqual(closed)
  })

  test('closed tabs are restored, last closed first, except deleted ones', () => {
    const closed = forgetTabs(closeTabs(opened('a', 'b', 'c', 't1'), ['a', 'b', 't1']), ['b'])
    const { state, tab } = restoreTab(closed, 'sql')
    expect(tab?.id).toBe('a')
    expect(state).toMatchObject({ openTabs: ['c', 'a'], activeTab: 'a' })
    expect(restoreTab(state, 'sql').tab).toBeUndefined()
  })

  test('the number of closed tabs is limited', () => {
    const ids = Array.from({ length: CLOSED_TABS_MAX + 5 }, (_, n) => `s${n}`)
    expect(closeTabs(opened(...ids), ids).closedTabs).toHaveLength(CLOSED_TABS_MAX)
  })
})

describe('order', () => {
  test('a dragged tab moves to the drop position, is permanent and active', () => {
    const state = moveTab(preview(opened('a', 'b'), 'c'), 'c', 'a')
    expect(state).toMatchObject({ openTabs: ['c', 'a', 'b'], activeTab: 'c', previewTabId: null })
  })

  test('pinned tabs always come first', () => {
    const state = togglePin(preview(opened('a', 'b'), 'c'), 'c')
    expect(state).toMatchObject({
      openTabs: ['c', 'a', 'b'],
      tabsMap: { c: { isPinned: true, isPreview: false } },
    })
    expect(moveTab(state, 'a', 'c').openTabs).toEqual(['c', 'a', 'b'])
    expect(togglePin(state, 'c').tabsMap.c?.isPinned).toBe(false)
  })

  test.each([
    ['b', 1, 'c'],
    ['c', 1, 'a'],
    ['a', -1, 'c'],
    [null, 1, 'a'],
    [null, -1, 'c'],
  ] as const)('from %s, step %i activates %s', (active, step, id) => {
    expect(siblingTab(opened('a', 't1', 'b', 'c'), 'sql', active, step)?.id).toBe(id)
  })
})

describe('what each editor opened last', () => {
  const last = ({ lastTabs: { sql, table } }: TabsState) => [sql?.id, table?.id]

  test('is kept for each editor, also when another preview replaced its tab', () => {
    expect(last(openTab(opened('a'), aTab('t1')))).toEqual(['a', 't1'])
    expect(last(preview(preview(noTabs, 'a'), 't1'))).toEqual(['a', 't1'])
  })

  test('is the next tab after closing, and nothing after the last one', () => {
    const state = opened('t1', 'a', 'b', 't2')
    expect(last(closeTabs(state, ['b']))).toEqual(['a', 't2'])
    expect(last(closeTabs(state, ['a', 'b']))).toEqual([undefined, 't2'])
  })

  test('is forgotten with a deleted item, also one without a tab', () => {
    const replaced = preview(preview(noTabs, 't1'), 'a')
    expect(last(forgetTabs(replaced, ['t1']))).toEqual(['a', undefined])
  })
})

test('what is known of a tab changes with its item, and nothing changes otherwise', () => {
  const state = opened('t1')
  const renamed = updateTab(state, 't1', 'people', { schema: 'shop' })
  expect(renamed.tabsMap.t1).toMatchObject({ label: 'people', metadata: { schema: 'shop' } })
  expect(renamed.lastTabs.table?.label).toBe('people')
  expect(updateTab(renamed, 't1', 'people', { schema: 'shop' })).toBe(renamed)
  expect(updateTab(renamed, 'gone', 'people', {})).toBe(renamed)
})
