import { createContext } from 'react'
import type { Entry } from './entry.rules.ts'

/** The entry whose menu is open, and the button that anchors it. */
export interface OpenedMenu {
  entry: Entry
  button: HTMLElement
}

/** Opens the menu shared by all rows; undefined outside WithEntryMenu. */
export const EntryMenuContext = createContext<((opened: OpenedMenu) => void) | undefined>(undefined)
