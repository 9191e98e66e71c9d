import { createContext } from 'react'

/** Has it found out why the SQL that was run failed; undefined where nobody would. */
export const FailureHelp = createContext<((error: string) => void) | undefined>(undefined)
