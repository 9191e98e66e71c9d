import type { ComponentProps, ReactElement } from 'react'
import { ButtonGroup } from '../../../../ui/controls/ButtonGroup.tsx'
import { late } from '../../../../ui/late.tsx'
import { DatabaseButton } from '../database/DatabaseButton.tsx'
import type { SqlDatabase } from '../database/sql-database.ts'
import { RoleButton } from '../role/RoleButton.tsx'
import type { RoleProps, SqlRole } from '../role/sql-role.ts'
import { RunControl } from './RunControl.tsx'
import type { RunMenu } from './RunMenu.tsx'
import { RunMenuButton } from './RunMenuButton.tsx'

/** Where and as whom SQL is run, and the buttons that run it. */
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
  /** Why there is no other role. */
  roleReason: string | undefined
  control: ComponentProps<typeof RunControl>
  menu: ComponentProps<typeof RunMenu>
}) {
  return (
    <ButtonGroup label="Run">
      <LateDatabasePicker database={database} newReplicaLink={newReplicaLink} />
      <RolePicker projectRef={projectRef} role={role} onPick={onRolePick} reason={roleReason} />
      <RunControl {...control} />
      <LateRunMenu {...menu} />
    </ButtonGroup>
  )
}

// Its forms are heavier than the rest of the page's frame, and few ever change the role.
const LateRolePopover = late<RoleProps>(
  () => import('../role/RolePopover.tsx').then((module) => module.RolePopover),
  ({ role }) => <RoleButton role={role} />,
)

/** Chooses the database role that SQL is run as. */
function RolePicker({ reason, ...props }: RoleProps & { reason: string | undefined }) {
  return reason === undefined ? (
    <LateRolePopover {...props} />
  ) : (
    <RoleButton role={props.role} reason={reason} />
  )
}

// The buttons stand at once; the menus behind them come after the editor.

const LateDatabasePicker = late(
  () => import('../database/DatabasePicker.tsx').then((module) => module.DatabasePicker),
  ({ database }) => <DatabaseButton database={database} />,
)

const LateRunMenu = late(
  () => import('./RunMenu.tsx').then((module) => module.RunMenu),
  () => <RunMenuButton />,
)
