import { sharedValue } from '../../lib/shared-value.ts'

/** What may stand at the side of any page of a project; one at a time. */
export type SidePanel = 'assistant' | 'inline-editor' | 'api-docs'

const open = sharedValue<SidePanel | undefined>(undefined)

export const useSidePanel = open.use
export const openSidePanel = open.set
export const toggleSidePanel = (panel: SidePanel) => open.set(open.get() === panel ? undefined : panel)

/** Closes this one and no other that has taken its place. */
export const closeSidePanel = (panel: SidePanel) => {
  if (open.get() === panel) open.set(undefined)
}
