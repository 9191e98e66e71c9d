import { createContext, useContext } from 'react'

/** Where floating layers are mounted; the body unless a part of the page carries its own theme. */
export const PortalContainer = createContext<HTMLElement | null>(null)

export const usePortalContainer = (): HTMLElement | undefined => useContext(PortalContainer) ?? undefined
