import { sharedValue } from '../../lib/shared-value.ts'

/** What may lie over any page, opened from the header, the menus and by key. */
export type Overlay = 'commands' | 'shortcuts' | 'previews' | 'feedback'

const open = sharedValue<Overlay | undefined>(undefined)

export const useOverlay = open.use
export const openOverlay = open.set
export const toggleOverlay = (overlay: Overlay) => open.set(open.get() === overlay ? undefined : overlay)

/** Closes this one and no other that has taken its place. */
export const closeOverlay = (overlay: Overlay) => {
  if (open.get() === overlay) open.set(undefined)
}
