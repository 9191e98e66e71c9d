import { type RefObject, useEffect, useState } from 'react'
import { scrollParent } from './scroll-parent.ts'

/** How far outside the viewport a section stays rendered: more than a fast turn of the wheel. */
const NEARBY_PX = 1500

/**
 * For long lists rendered in sections. Undefined while the section is near the viewport; its height in pixels once it
 * is far away, so that it can be emptied without moving anything. A section with the focus stays rendered.
 */
export function useOffscreenHeight(part: RefObject<HTMLElement | null>): number | undefined {
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const element = part.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (!entry) return
        const isRendered = entry.isIntersecting || element.contains(document.activeElement)
        setHeight((known) => (isRendered ? undefined : (known ?? entry.boundingClientRect.height)))
      },
      { root: scrollParent(element), rootMargin: `${NEARBY_PX}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [part])
  return height
}
