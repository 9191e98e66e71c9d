import type { ComponentProps, ReactElement } from 'react'
import { ButtonGroup } from '../../../../ui/controls/ButtonGroup.tsx'
import type { SqlDatabase } from '../database/sql-database.ts'
import { RolePicker } from '../role/RolePicker.tsx'
import type { SqlRole } from '../role/sql-role.ts'
import { LateDatabasePicker, LateRunMenu } from './late-pickers.tsx'
import { RunControl } from './RunControl.tsx'
import type { RunMenu } from './RunMenu.tsx'

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
