import type { ReactNode } from 'react'

/** One component in one state, with the state's name above it. */
export function Specimen({
  name,
  wide = false,
  children,
}: {
  name: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={wide ? 'col-span-full min-w-0' : 'min-w-0'}>
      <p className="mb-1.5 text-2xs text-ink-faint">{name}</p>
      {children}
    </div>
  )
}
