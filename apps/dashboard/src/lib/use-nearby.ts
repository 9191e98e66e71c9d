import { type RefObject, useEffect, useState } from 'react'
import { scrollerOf } from './scroller-of.ts'

/** How far outside of what is seen a part is still kept: more than a fast turn of the wheel. */
const NEARBY_PX = 1500

/**
 * For long lists, part by part. Undefined while the part is near to what is seen; far away its height, so that it can
 * be left empty without anything moving. A part that holds the focus stays.
 */
export function useNearby(part: RefObject<HTMLElement | null>): number | undefined {
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const element = part.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (!entry) return
        const isKept = entry.isIntersecting || element.contains(document.activeElement)
        setHeight((known) => (isKept ? undefined : (known ?? entry.boundingClientRect.height)))
      },
      { root: scrollerOf(element), rootMargin: `${NEARBY_PX}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [part])
  return height
}
