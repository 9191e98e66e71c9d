import type { ReactNode } from 'react'
import type { ConnectSearch } from './connect-search.rules.ts'

/** How long "Copied" is displayed in the dialog. */
export const FEEDBACK_MS = 1000

/** The props of every tab's panel. */
export interface ConnectPanelProps {
  projectRef: string
  search: ConnectSearch
  onSearchChange: (change: ConnectSearch) => void
  onResetPassword: () => void
}

export type ConnectPanel = (props: ConnectPanelProps) => ReactNode
