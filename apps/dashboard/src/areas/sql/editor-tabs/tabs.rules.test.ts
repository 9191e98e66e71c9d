import { describe, expect, test } from 'vitest'
import {
  CLOSED_TABS_KEPT,
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
} from './tabs.rules.ts'
import { noTabs, type Tab, type TabsState } from './tabs.schema.ts'

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
  test('a preview takes the place of the preview before', () => {
    const state = preview(openTab(preview(opened('a'), 'b'), aTab('c')), 'd')
    expect(state).toMatchObject({ openTabs: ['a', 'd', 'c'], previewTabId: 'd', activeTab: 'd' })
    expect(state.tabsMap).not.toHaveProperty('b')
  })

  test('a preview of a table takes the place of a preview of a query', () => {
    expect(preview(preview(noTabs, 'a'), 't1').openTabs).toEqual(['t1'])
  })

  test('a tab that is open is activated, and stays as permanent as it was', () => {
    const state = preview(opened('a', 'b'), 'a')
    expect(state).toMatchObject({ openTabs: ['a', 'b'], activeTab: 'a', previewTabId: null })
    expect(state.tabsMap.a?.isPreview).toBe(false)
  })

  test('a preview that is opened for good is permanent', () => {
    const state = openTab(preview(noTabs, 'a'), aTab('a'))
    expect(state).toMatchObject({ previewTabId: null, tabsMap: { a: { isPreview: false } } })
    expect(preview(makePermanent(preview(noTabs, 'a'), 'a'), 'b').openTabs).toEqual(['a', 'b'])
  })
})

describe('closing', () => {
  test.each([
    ['the next one follows', ['a', 'b', 'c'], 'b', 'c'],
    ['the last one gives way to the one before', ['a', 'b', 'c'], 'c', 'b'],
    ['tabs of the other editor are passed over', ['a', 't1', 'b'], 'a', 'b'],
    ['without another of its editor the landing page follows', ['a', 't1'], 'a', undefined],
  ])('%s', (_case, ids, closed, next) => {
    const state = { ...opened(...ids), activeTab: closed }
    expect(neighbourAfterClosing(state, [closed], closed)).toEqual(next && state.tabsMap[next])
    expect(closeTabs(state, [closed]).activeTab).toBe(next ?? null)
  })

  test('closing a tab that is not shown changes nothing else', () => {
    const state = opened('a', 'b')
    expect(neighbourAfterClosing(state, ['a'], 'b')).toBeNull()
    expect(closeTabs(state, ['a'])).toMatchObject({ openTabs: ['b'], activeTab: 'b' })
  })

  test.each([
    ['others', ['a', 'c']],
    ['right', ['c']],
    ['all', ['a', 'b', 'c']],
  ] as const)('close %s leaves the other editor and what is pinned', (what, closed) => {
    const state = togglePin(opened('a', 't1', 'b', 'c', 'p'), 'p')
    expect(tabsToClose(state, what, 'b')).toEqual(closed)
  })

  test('what was closed comes back, the last one first, without those that are gone', () => {
    const closed = forgetTabs(closeTabs(opened('a', 'b', 'c', 't1'), ['a', 'b', 't1']), ['b'])
    const { state, tab } = restoreTab(closed, 'sql')
    expect(tab?.id).toBe('a')
    expect(state).toMatchObject({ openTabs: ['c', 'a'], activeTab: 'a' })
    expect(restoreTab(state, 'sql').tab).toBeUndefined()
  })

  test('only so many closed tabs are kept', () => {
    const ids = Array.from({ length: CLOSED_TABS_KEPT + 5 }, (_, n) => `s${n}`)
    expect(closeTabs(opened(...ids), ids).closedTabs).toHaveLength(CLOSED_TABS_KEPT)
  })
})

describe('order', () => {
  test('a dragged tab takes the place it is dropped on, is permanent and shown', () => {
    const state = moveTab(preview(opened('a', 'b'), 'c'), 'c', 'a')
    expect(state).toMatchObject({ openTabs: ['c', 'a', 'b'], activeTab: 'c', previewTabId: null })
  })

  test('pinned tabs come first and stay there', () => {
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
  ] as const)('from %s, %i leads to %s', (active, step, id) => {
    expect(siblingTab(opened('a', 't1', 'b', 'c'), 'sql', active, step)?.id).toBe(id)
  })
})
