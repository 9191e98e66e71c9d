import { useEffect, useRef } from 'react'
import { type TabKey, tabKey } from './tab-keys.rules.ts'

/** Next, previous, close and restore from anywhere on the page, also from within an editor. */
export function useTabKeys(onKey: (key: TabKey) => void) {
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
