import { type ReactNode, useEffect, useRef } from 'react'

/** Gives the focus back to where it was before, or to the page where that has gone; unless it is elsewhere by now. */
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
