import { type EditorKind, editorOf, type Tab, type TabsState } from './tab.port.ts'

/** The most closed tabs that can be restored. */
export const CLOSED_TABS_MAX = 10

/** The open tabs of one editor, in display order. */
export const tabsOf = ({ openTabs, tabsMap }: TabsState, kind: EditorKind): Tab[] =>
  openTabs.flatMap((id) => {
    const tab = tabsMap[id]
    return tab && editorOf(tab.type) === kind ? [tab] : []
  })

/** Opens and activates a tab. A preview replaces the previous preview; a permanent tab stays permanent. */
export function openTab(state: TabsState, tab: Tab): TabsState {
  const known = state.tabsMap[tab.id]
  if (known) {
    const opened = tab.isPreview ? state : makePermanent(state, tab.id)
    return activate(updateTab(opened, tab.id, tab.label, tab.metadata), tab.id)
  }
  const { previewTabId } = state
  const replaced = tab.isPreview ? previewTabId : null
  const at = replaced === null ? -1 : state.openTabs.indexOf(replaced)
  const rest = replaced === null ? state : without(state, [replaced])
  const openTabs = at === -1 ? [...rest.openTabs, tab.id] : rest.openTabs.toSpliced(at, 0, tab.id)
  const opened = {
    ...rest,
    openTabs,
    tabsMap: { ...rest.tabsMap, [tab.id]: tab },
    previewTabId: tab.isPreview ? tab.id : rest.previewTabId,
  }
  return activate(opened, tab.id)
}

/** Makes an open tab the active one. */
function activate(state: TabsState, id: string): TabsState {
  const tab = state.tabsMap[id]
  if (!tab) return state
  const kind = editorOf(tab.type)
  if (state.activeTab === id && isDeepEqual(state.lastTabs[kind], tab)) return state
  return { ...state, activeTab: id, lastTabs: { ...state.lastTabs, [kind]: tab } }
}

/** Gives an open tab a label, as after a rename, and adds to its metadata. */
export function updateTab(state: TabsState, id: string, label: string, metadata: Tab['metadata']): TabsState {
  const known = state.tabsMap[id]
  if (!known) return state
  const tab = { ...known, label, metadata: { ...known.metadata, ...metadata } }
  if (isDeepEqual(known, tab)) return state
  const kind = editorOf(tab.type)
  return {
    ...state,
    tabsMap: { ...state.tabsMap, [id]: tab },
    ...(state.lastTabs[kind]?.id === id && { lastTabs: { ...state.lastTabs, [kind]: tab } }),
  }
}

/** Of values as JSON has them. */
const isDeepEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export function makePermanent(state: TabsState, id: string): TabsState {
  const tab = state.tabsMap[id]
  if (!tab?.isPreview) return state
  return {
    ...state,
    tabsMap: { ...state.tabsMap, [id]: { ...tab, isPreview: false } },
    previewTabId: state.previewTabId === id ? null : state.previewTabId,
  }
}

/**
 * The tab of the same editor to activate when the active tab is among those being closed: the next remaining one, or
 * else the previous. Undefined for the editor's landing page, null when the active tab stays open.
 */
export function neighbourAfterClosing(state: TabsState, ids: readonly string[], active: string | null) {
  if (active === null || !ids.includes(active)) return null
  const tab = state.tabsMap[active]
  if (!tab) return undefined
  const siblings = tabsOf(state, editorOf(tab.type))
  const at = siblings.findIndex(({ id }) => id === active)
  const stays = ({ id }: Tab) => !ids.includes(id)
  return siblings.slice(at + 1).find(stays) ?? siblings.slice(0, at).findLast(stays)
}

/** Closes tabs so that they can be restored. */
export function closeTabs(state: TabsState, ids: readonly string[]): TabsState {
  const closed = state.openTabs.flatMap((id) => (ids.includes(id) ? (state.tabsMap[id] ?? []) : []))
  const next = neighbourAfterClosing(state, ids, state.activeTab)
  return {
    ...without(state, ids),
    activeTab: next === null ? state.activeTab : (next?.id ?? null),
    lastTabs: { sql: lastAfterClosing(state, ids, 'sql'), table: lastAfterClosing(state, ids, 'table') },
    closedTabs: [...closed.toReversed(), ...state.closedTabs].slice(0, CLOSED_TABS_MAX),
  }
}

function lastAfterClosing(state: TabsState, ids: readonly string[], kind: EditorKind) {
  const last = state.lastTabs[kind]
  const next = neighbourAfterClosing(state, ids, last?.id ?? null)
  return next === null ? last : next
}

/** Closes the tabs of deleted items, which cannot be restored. */
export function forgetTabs(state: TabsState, ids: readonly string[]): TabsState {
  const closed = closeTabs(state, ids)
  const isKnown = (tab: Tab | undefined) => tab && !ids.includes(tab.id)
  return {
    ...closed,
    lastTabs: {
      sql: isKnown(closed.lastTabs.sql) ? closed.lastTabs.sql : undefined,
      table: isKnown(closed.lastTabs.table) ? closed.lastTabs.table : undefined,
    },
    closedTabs: state.closedTabs.filter(({ id }) => !ids.includes(id)),
  }
}

/** The tabs that "close others", "close to the right" and "close all" close: this editor's, except pinned ones. */
export function tabsToClose(state: TabsState, what: 'others' | 'right' | 'all', id: string): string[] {
  const tab = state.tabsMap[id]
  if (!tab) return []
  const siblings = tabsOf(state, editorOf(tab.type))
  const at = siblings.findIndex((sibling) => sibling.id === id)
  const taken =
    what === 'all'
      ? siblings
      : what === 'right'
        ? siblings.slice(at + 1)
        : siblings.filter((one) => one.id !== id)
  return taken.filter(({ isPinned }) => !isPinned).map((sibling) => sibling.id)
}

/** Moves a tab to the position of another tab and makes it permanent. Pinned tabs stay in front. */
export function moveTab(state: TabsState, id: string, target: string): TabsState {
  const [from, to] = [state.openTabs.indexOf(id), state.openTabs.indexOf(target)]
  if (from === -1 || to === -1 || from === to) return state
  const openTabs = state.openTabs.toSpliced(from, 1).toSpliced(to, 0, id)
  return activate(pinnedFirst({ ...makePermanent(state, id), openTabs }), id)
}

export function togglePin(state: TabsState, id: string): TabsState {
  const tab = state.tabsMap[id]
  if (!tab) return state
  const pinned = makePermanent(state, id)
  return pinnedFirst({
    ...pinned,
    tabsMap: { ...pinned.tabsMap, [id]: { ...tab, isPreview: false, isPinned: !tab.isPinned } },
  })
}

/** Reopens the editor's most recently closed tab. */
export function restoreTab(state: TabsState, kind: EditorKind): { state: TabsState; tab: Tab | undefined } {
  const tab = state.closedTabs.find(({ type }) => editorOf(type) === kind)
  if (!tab) return { state, tab }
  const closedTabs = state.closedTabs.filter((one) => one !== tab)
  return { state: openTab({ ...state, closedTabs }, { ...tab, isPreview: false }), tab }
}

/** The tab next to the active one, wrapping around. */
export function siblingTab(
  state: TabsState,
  kind: EditorKind,
  active: string | null,
  step: 1 | -1,
): Tab | undefined {
  const siblings = tabsOf(state, kind)
  const at = siblings.findIndex(({ id }) => id === active)
  if (at === -1) return step === 1 ? siblings[0] : siblings.at(-1)
  return siblings[(at + step + siblings.length) % siblings.length]
}

function without(state: TabsState, ids: readonly string[]): TabsState {
  return {
    ...state,
    openTabs: state.openTabs.filter((id) => !ids.includes(id)),
    tabsMap: Object.fromEntries(Object.entries(state.tabsMap).filter(([id]) => !ids.includes(id))),
    previewTabId: state.previewTabId !== null && ids.includes(state.previewTabId) ? null : state.previewTabId,
  }
}

const pinnedFirst = (state: TabsState): TabsState => {
  const isPinned = (id: string) => state.tabsMap[id]?.isPinned === true
  return {
    ...state,
    openTabs: [...state.openTabs.filter(isPinned), ...state.openTabs.filter((id) => !isPinned(id))],
  }
}
