import { late } from '../../../../ui/late.tsx'
import { DatabaseButton } from '../database/DatabaseButton.tsx'
import { RunMenuButton } from './RunMenuButton.tsx'

// The buttons stand at once; the menus behind them come after the editor.

export const LateDatabasePicker = late(
  () => import('../database/DatabasePicker.tsx').then((module) => module.DatabasePicker),
  ({ database }) => <DatabaseButton database={database} />,
)

export const LateRunMenu = late(
  () => import('./RunMenu.tsx').then((module) => module.RunMenu),
  () => <RunMenuButton />,
)
