import { createContext, useContext } from 'react'

/** Where floating layers are mounted: the body, or an element with its own theme. */
export const PortalContainer = createContext<HTMLElement | null>(null)

export const usePortalContainer = (): HTMLElement | undefined => useContext(PortalContainer) ?? undefined
