import { type ReactNode, useEffect, useRef } from 'react'

/** Returns the focus to where it was, or to the page if that element is gone. Leaves it alone once it has moved. */
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
