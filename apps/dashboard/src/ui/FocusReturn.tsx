import { type ReactNode, useEffect, useRef } from 'react'

/**
 * On unmount, returns the focus to the previously focused element, or to the page if that is gone, unless focus has
 * moved elsewhere.
 */
export function FocusReturn({ children }: { children: ReactNode }) {
  const before = useRef(document.activeElement)
  useEffect(() => {
    const { current } = before
    return () => {
      if (document.activeElement !== document.body) return
      const isThere = current instanceof HTMLElement && current.isConnected && current !== document.body
      const place = isThere ? current : document.getElementById('content')
      place?.focus()
    }
  }, [])
  return children
}
