import type { ReactNode } from 'react'
import type { ConnectSearch } from './connect-search.rules.ts'

/** Copies are confirmed for this long in the dialog. */
export const FEEDBACK_MS = 1000

/** What every tab of the dialog is given. */
export interface ConnectPanelProps {
  projectRef: string
  search: ConnectSearch
  onSearchChange: (change: ConnectSearch) => void
  onResetPassword: () => void
}

export type ConnectPanel = (props: ConnectPanelProps) => ReactNode
