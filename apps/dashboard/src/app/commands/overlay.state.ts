import { useSyncExternalStore } from 'react'

/** What may lie over any page, opened from the header, the menus and by key. */
export type Overlay = 'commands' | 'shortcuts' | 'previews' | 'feedback' | 'api-docs'

let open: Overlay | undefined
const listeners = new Set<() => void>()

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

export const useOverlay = () => useSyncExternalStore(subscribe, () => open)

export function openOverlay(overlay: Overlay | undefined) {
  open = overlay
  for (const changed of listeners) changed()
}

export const toggleOverlay = (overlay: Overlay) => openOverlay(open === overlay ? undefined : overlay)

/** Closes this one and no other that has taken its place. */
export const closeOverlay = (overlay: Overlay) => {
  if (open === overlay) openOverlay(undefined)
}
