import { type ReactNode, useRef } from 'react'
import { useOffscreenHeight } from '../lib/use-offscreen-height.ts'

/** A section of a long list, rendered only near the viewport. */
export function VirtualSection({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  const height = useOffscreenHeight(part)
  return (
    <div ref={part} style={{ height }}>
      {height === undefined && children}
    </div>
  )
}
