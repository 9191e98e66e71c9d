import type { ComponentProps, ReactElement } from 'react'
import { ButtonGroup } from '../../../../ui/controls/ButtonGroup.tsx'
import { lazyControl } from '../../../../ui/lazy-control.tsx'
import { DatabasePicker } from '../../database/DatabasePicker.port.tsx'
import type { SqlDatabase } from '../../database/sql-database.port.ts'
import { RolePicker } from '../../role/RolePicker.port.tsx'
import type { SqlRole } from '../../role/sql-role.port.ts'
import { RunControl } from './RunControl.tsx'
import type { RunMenu } from './RunMenu.tsx'
import { RunMenuButton } from './RunMenuButton.tsx'

/** The database and role that SQL runs on and as, and the buttons that run it. */
export function RunBar({
  projectRef,
  database,
  newReplicaLink,
  role,
  onRolePick,
  roleReason,
  control,
  menu,
}: {
  projectRef: string
  database: SqlDatabase
  newReplicaLink: ReactElement | undefined
  role: SqlRole
  onRolePick: (role: SqlRole) => void
  /** Why the role cannot be changed. */
  roleReason: string | undefined
  control: ComponentProps<typeof RunControl>
  menu: ComponentProps<typeof RunMenu>
}) {
  return (
    <ButtonGroup label="Run">
      <DatabasePicker database={database} newReplicaLink={newReplicaLink} />
      <RolePicker projectRef={projectRef} role={role} onPick={onRolePick} reason={roleReason} />
      <RunControl {...control} />
      <LazyRunMenu {...menu} />
    </ButtonGroup>
  )
}

// The button is visible at once; its menu loads after the editor.

const LazyRunMenu = lazyControl(
  () => import('./RunMenu.tsx').then((module) => module.RunMenu),
  () => <RunMenuButton />,
)
