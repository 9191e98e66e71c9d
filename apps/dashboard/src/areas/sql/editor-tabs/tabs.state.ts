import { useMemo } from 'react'
import { readPreference, usePreference, writePreference } from '../../../lib/preference.ts'
import { addRecent, relabelRecent, removeRecents } from './recents.rules.ts'
import {
  closeTabs,
  forgetTabs,
  makePermanent,
  moveTab,
  openTab,
  relabel,
  restoreTab,
  togglePin,
} from './tabs.rules.ts'
import { noRecents, noTabs, RecentItems, type Tab, TabsState } from './tabs.schema.ts'

const tabsKey = (ref: string) => `editor-tabs.${ref}`
const recentsKey = (ref: string) => `editor-recents.${ref}`

export type TabActions = ReturnType<typeof tabActions>

/** Actions on the tabs of a project; each is stored immediately. */
export function tabActions(ref: string, now: () => number = Date.now) {
  const tabs = () => readPreference(tabsKey(ref), TabsState, noTabs)
  const recents = () => readPreference(recentsKey(ref), RecentItems, noRecents)
  const change = (next: TabsState) => {
    if (next !== tabs()) writePreference(tabsKey(ref), next)
  }
  const changeRecents = (next: RecentItems) => writePreference(recentsKey(ref), next)
  /** Previews are never recent items. */
  const remember = (tab: Tab | undefined) => {
    if (tab && !tab.isPreview) changeRecents(addRecent(recents(), tab, now()))
  }
  return {
    read: tabs,
    open(tab: Tab) {
      change(openTab(tabs(), tab))
      remember(tabs().tabsMap[tab.id])
    },
    makePermanent(id: string) {
      if (!tabs().tabsMap[id]?.isPreview) return
      change(makePermanent(tabs(), id))
      remember(tabs().tabsMap[id])
    },
    rename(id: string, label: string) {
      change(relabel(tabs(), id, label))
      changeRecents(relabelRecent(recents(), id, label))
    },
    close: (ids: readonly string[]) => change(closeTabs(tabs(), ids)),
    forget(ids: readonly string[]) {
      change(forgetTabs(tabs(), ids))
      changeRecents(removeRecents(recents(), ids))
    },
    move(id: string, target: string) {
      change(moveTab(tabs(), id, target))
      remember(tabs().tabsMap[id])
    },
    togglePin(id: string) {
      change(togglePin(tabs(), id))
      remember(tabs().tabsMap[id])
    },
    restore(kind: 'sql' | 'table') {
      const { state, tab } = restoreTab(tabs(), kind)
      change(state)
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
