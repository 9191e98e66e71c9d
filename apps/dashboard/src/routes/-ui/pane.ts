import { createContext, useContext } from 'react'
import type { Theme } from '../../lib/theme.ts'

/** The theme of the pane around a specimen, for labels that would otherwise be duplicated. */
export const Pane = createContext<Theme>('dark')
export const usePane = (): Theme => useContext(Pane)
