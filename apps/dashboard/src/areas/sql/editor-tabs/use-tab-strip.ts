import { useEffect, useRef } from 'react'
import { type TabKey, tabKey } from './tab-keys.rules.ts'
import type { TabStripActions } from './tab-strip-actions.ts'
import { type EditorKind, neighbourAfterClosing, siblingTab, tabsOf, tabsToClose } from './tabs.rules.ts'
import type { Tab } from './tabs.schema.ts'
import { useTabs } from './tabs.state.ts'

interface Options {
  ref: string
  kind: EditorKind
  /** The tab of what is shown. */
  activeId: string | null
  /** Whether something new is shown that has no tab yet. */
  isNew: boolean
  onGo: (tab: Tab) => void
  /** To the editor's landing page. */
  onGoHome: () => void
  onNew: () => void
  /** Before a tab goes. */
  onLeave: (tab: Tab) => void
}

/** The tabs of one editor and what can be done with them; going somewhere is left to the caller. */
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
      // A user who keeps one tab wants to see it.
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
    canRestore: state.closedTabs.some(({ type }) => (type === 'sql') === (kind === 'sql')),
  }
}

/** Next, previous, close and restore from anywhere on the page, also from within an editor. */
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
