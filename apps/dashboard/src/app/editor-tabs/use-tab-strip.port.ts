import { useEffect, useRef } from 'react'
import { type EditorKind, editorOf, type Tab } from './tab.port.ts'
import { type TabKey, tabKey } from './tab-keys.rules.ts'
import type { TabStripActions } from './tab-strip-actions.ts'
import { useTabs } from './tabs.port.ts'
import { neighbourAfterClosing, siblingTab, tabsOf, tabsToClose } from './tabs.rules.ts'

interface Options {
  ref: string
  kind: EditorKind
  /** The tab of the open item. */
  activeId: string | null
  /** Whether a new item without a tab is open. */
  isNew: boolean
  onGo: (tab: Tab) => void
  /** Opens the editor's landing page. */
  onGoHome: () => void
  onNew: () => void
  /** Called before a tab is closed. */
  onLeave: (tab: Tab) => void
}

/** The tabs of one editor and their actions; the caller navigates. */
export function useTabStrip({ ref, kind, activeId, isNew, onGo, onGoHome, onNew, onLeave }: Options) {
  const { tabs: state, actions } = useTabs(ref)
  const tabs = tabsOf(state, kind)

  const close = (ids: readonly string[]) => {
    const next = neighbourAfterClosing(state, ids, activeId)
    for (const id of ids) {
      const tab = state.tabsMap[id]
      if (tab) onLeave(tab)
    }
    actions.close(ids)
    if (next) onGo(next)
    else if (next === undefined) onGoHome()
  }
  const closeNew = () => {
    const last = tabs.at(-1)
    if (last) onGo(last)
    else onGoHome()
  }
  const stripActions: TabStripActions = {
    onClose: close,
    onCloseSeveral(what, id) {
      const ids = tabsToClose(state, what, id)
      const target = state.tabsMap[id]
      const isActiveClosed = activeId !== null && ids.includes(activeId)
      // The tab that remains is the one to show.
      if (what === 'all' || !isActiveClosed || !target) return close(ids)
      actions.close(ids)
      onGo(target)
    },
    onMakePermanent: (id) => actions.makePermanent(id),
    onMove(id, target) {
      actions.move(id, target)
      const moved = state.tabsMap[id]
      if (moved) onGo(moved)
    },
    onShift(id, step) {
      const target = tabs[tabs.findIndex((tab) => tab.id === id) + step]
      if (target) stripActions.onMove(id, target.id)
    },
    onTogglePin: (id) => actions.togglePin(id),
    onRestore() {
      const tab = actions.restore(kind)
      if (tab) onGo(tab)
    },
    onNew,
    onCloseNew: closeNew,
  }
  useTabKeys((key) => {
    if (key === 'restore') return stripActions.onRestore()
    if (key === 'close') return isNew ? closeNew() : activeId !== null && close([activeId])
    const sibling = siblingTab(state, kind, activeId, key === 'next' ? 1 : -1)
    if (sibling) onGo(sibling)
  })
  return {
    tabs,
    actions,
    stripActions,
    canRestore: state.closedTabs.some(({ type }) => editorOf(type) === kind),
  }
}

/** Handles next, previous, close and restore anywhere on the page, even inside an editor. */
function useTabKeys(onKey: (key: TabKey) => void) {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = tabKey(event)
      if (!key) return
      event.preventDefault()
      event.stopPropagation()
      latest.current(key)
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
}
