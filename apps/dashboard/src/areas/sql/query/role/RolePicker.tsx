import { late } from '../../../../ui/late.tsx'
import { RoleButton } from './RoleButton.tsx'
import type { RoleProps } from './sql-role.ts'

// Its forms are heavier than the rest of the page's frame, and few ever change the role.
const LateRolePopover = late<RoleProps>(
  () => import('./RolePopover.tsx').then((module) => module.RolePopover),
  ({ role }) => <RoleButton role={role} />,
)

/** Chooses the database role that SQL is run as. */
export function RolePicker({ reason, ...props }: RoleProps & { reason: string | undefined }) {
  return reason === undefined ? (
    <LateRolePopover {...props} />
  ) : (
    <RoleButton role={props.role} reason={reason} />
  )
}
