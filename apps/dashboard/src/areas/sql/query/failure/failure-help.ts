import { createContext } from 'react'

/** Asks the assistant why the SQL failed; undefined when AI is unavailable. */
export const FailureHelp = createContext<((error: string) => void) | undefined>(undefined)
