import { createContext } from 'react'

/** Switches to the primary and clears the replica's results; undefined for a run on the primary. */
export const SwitchToPrimary = createContext<(() => void) | undefined>(undefined)
