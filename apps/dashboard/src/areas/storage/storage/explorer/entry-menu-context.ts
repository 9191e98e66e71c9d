import { createContext } from 'react'
import type { Entry } from './entry.rules.ts'

/** Whose menu is asked for, and at which button it opens. */
export interface OpenedMenu {
  entry: Entry
  button: HTMLElement
}

/** Opens the one menu of all rows; absent where there is none. */
export const EntryMenuContext = createContext<((opened: OpenedMenu) => void) | undefined>(undefined)
