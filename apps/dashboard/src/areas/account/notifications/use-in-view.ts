import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Calls once when the element comes into view, also when that is at once. */
export function useInView(element: RefObject<Element | null>, onView: () => void) {
  const notice = useEffectEvent(onView)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      notice()
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
}
