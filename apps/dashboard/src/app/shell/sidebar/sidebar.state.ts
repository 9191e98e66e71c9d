import { usePreference } from '../../../lib/preference.ts'
import { oneOf } from '../../../lib/shape.ts'

export const sidebarModes = ['open', 'closed', 'expandable'] as const
export type SidebarMode = (typeof sidebarModes)[number]

const Mode = oneOf(sidebarModes)

/** Whether the rail shows its labels always, never, or on hover and focus. */
export const useSidebarMode = () => usePreference<SidebarMode>('sidebar', Mode, 'expandable')

const COOKIE = 'sidebar_open'
export const SIDEBAR_COOKIE_MAX_AGE_S = 604_800

/** Stores for a week whether the rail is open, so that a reloaded page restores it. */
export function rememberSidebarOpen(isOpen: boolean) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API only exists on secure origins
  document.cookie = `${COOKIE}=${isOpen}; path=/; max-age=${SIDEBAR_COOKIE_MAX_AGE_S}; samesite=lax`
}

export const wasSidebarOpen = () => document.cookie.split('; ').includes(`${COOKIE}=true`)
