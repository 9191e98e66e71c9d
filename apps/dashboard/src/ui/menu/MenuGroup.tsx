import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'

/** A labelled group of menu items. */
export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-ink-faint text-xs">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}
