import { createContext } from 'react'

/** Lets go of the results and of the replica that they came from; undefined for what ran on the primary. */
export const SwitchToPrimary = createContext<(() => void) | undefined>(undefined)
