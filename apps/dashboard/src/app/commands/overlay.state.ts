import { sharedValue } from '../../lib/shared-value.ts'

/** Overlays of any page, opened from the header, the menus or by key. */
export type Overlay = 'commands' | 'shortcuts' | 'previews' | 'feedback'

const open = sharedValue<Overlay | undefined>(undefined)

export const useOverlay = open.use
export const openOverlay = open.set
export const toggleOverlay = (overlay: Overlay) => open.set(open.get() === overlay ? undefined : overlay)

/** Closes this one, but not another that has replaced it. */
export const closeOverlay = (overlay: Overlay) => {
  if (open.get() === overlay) open.set(undefined)
}
