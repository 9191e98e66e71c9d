import { type ReactNode, useRef } from 'react'
import { useOffscreenHeight } from '../lib/use-offscreen-height.ts'

/** Some entries of a long list, which are only there while they are near to what is seen. */
export function NearbyPart({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  const height = useOffscreenHeight(part)
  return (
    <div ref={part} style={{ height }}>
      {height === undefined && children}
    </div>
  )
}
