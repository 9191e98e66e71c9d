import { useMemo } from 'react'
import { readPreference, usePreference, writePreference } from '../../lib/preference.ts'
import { addRecent, relabelRecent, removeRecents } from './recents.rules.ts'
import { type EditorKind, noRecents, noTabs, RecentItems, type Tab, TabsState } from './tab.port.ts'
import {
  closeTabs,
  forgetTabs,
  makePermanent,
  moveTab,
  openTab,
  restoreTab,
  togglePin,
  updateTab,
} from './tabs.rules.ts'

const tabsKey = (ref: string) => `editor-tabs.${ref}`
const recentsKey = (ref: string) => `editor-recents.${ref}`

export type TabActions = ReturnType<typeof tabActions>

/** Actions on the tabs of a project; each is stored immediately. */
export function tabActions(ref: string, now: () => number = Date.now) {
  const tabs = () => readPreference(tabsKey(ref), TabsState, noTabs)
  const recents = () => readPreference(recentsKey(ref), RecentItems, noRecents)
  const change = (step: (state: TabsState) => TabsState) => {
    const known = tabs()
    const next = step(known)
    if (next !== known) writePreference(tabsKey(ref), next)
  }
  const changeRecents = (next: RecentItems) => writePreference(recentsKey(ref), next)
  /** Previews are never recent items. */
  const remember = (tab: Tab | undefined) => {
    if (tab && !tab.isPreview) changeRecents(addRecent(recents(), tab, now()))
  }
  return {
    read: tabs,
    readRecents: recents,
    open(tab: Tab) {
      change((state) => openTab(state, tab))
      remember(tabs().tabsMap[tab.id])
    },
    makePermanent(id: string) {
      if (!tabs().tabsMap[id]?.isPreview) return
      change((state) => makePermanent(state, id))
      remember(tabs().tabsMap[id])
    },
    /** `metadata` is added to what is known of the item. */
    rename(id: string, label: string, metadata: Tab['metadata'] = {}) {
      change((state) => updateTab(state, id, label, metadata))
      changeRecents(relabelRecent(recents(), id, label, metadata))
    },
    /** Adds to what is known of an open tab, such as what its table shows. */
    update: (id: string, metadata: Tab['metadata']) =>
      change((state) => updateTab(state, id, state.tabsMap[id]?.label ?? '', metadata)),
    close: (ids: readonly string[]) => change((state) => closeTabs(state, ids)),
    forget(ids: readonly string[]) {
      change((state) => forgetTabs(state, ids))
      changeRecents(removeRecents(recents(), ids))
    },
    move(id: string, target: string) {
      change((state) => moveTab(state, id, target))
      remember(tabs().tabsMap[id])
    },
    togglePin(id: string) {
      change((state) => togglePin(state, id))
      remember(tabs().tabsMap[id])
    },
    restore(kind: EditorKind) {
      const { state, tab } = restoreTab(tabs(), kind)
      change(() => state)
      return tab
    },
    clearRecents: (ids: readonly string[]) => changeRecents(removeRecents(recents(), ids)),
  }
}

/** The tabs of a project, which survive reloads and browser restarts. */
export function useTabs(ref: string) {
  const [tabs] = usePreference(tabsKey(ref), TabsState, noTabs)
  const actions = useMemo(() => tabActions(ref), [ref])
  return { tabs, actions }
}

export function useRecents(ref: string) {
  const [recents] = usePreference(recentsKey(ref), RecentItems, noRecents)
  return recents
}
