import { sharedValue } from '../../lib/shared-value.ts'

/** Panels beside any page of a project, one at a time. */
export type SidePanel = 'assistant' | 'inline-editor' | 'api-docs'

const open = sharedValue<SidePanel | undefined>(undefined)

export const useSidePanel = open.use
export const openSidePanel = open.set
export const toggleSidePanel = (panel: SidePanel) => open.set(open.get() === panel ? undefined : panel)

/** Closes this one, but not another that has replaced it. */
export const closeSidePanel = (panel: SidePanel) => {
  if (open.get() === panel) open.set(undefined)
}
