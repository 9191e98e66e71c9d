import type { ReactElement } from 'react'
import type { ButtonProps } from '../../../ui/controls/Button.tsx'
import { lazyControl } from '../../../ui/lazy-control.tsx'
import { DatabaseButton } from './DatabaseButton.tsx'
import type { SqlDatabase } from './sql-database.port.ts'

/** The props of the database picker. */
export interface DatabaseProps {
  database: SqlDatabase
  /** Where to create a replica; undefined when that is not possible. */
  newReplicaLink?: ReactElement | undefined
  /** What the choice is for; "Run on" by default. */
  label?: string
  size?: ButtonProps['size']
  /** The primary is not named on the button, only a replica is. */
  isQuiet?: boolean
}

/** Chooses the database that is used. Its menu loads after the page. */
export const DatabasePicker = lazyControl<DatabaseProps>(
  () => import('./DatabaseMenu.tsx').then((module) => module.DatabaseMenu),
  ({ database, size, isQuiet }) => <DatabaseButton database={database} size={size} isQuiet={isQuiet} />,
)
