import { lazyControl } from '../../../ui/lazy-control.tsx'
import { DatabaseButton } from './DatabaseButton.tsx'
import type { DatabaseProps } from './sql-database.port.ts'

/** Chooses the database that is used. Its menu loads after the page. */
export const DatabasePicker = lazyControl<DatabaseProps>(
  () => import('./DatabaseMenu.tsx').then((module) => module.DatabaseMenu),
  ({ database, size, isQuiet }) => <DatabaseButton database={database} size={size} isQuiet={isQuiet} />,
)
