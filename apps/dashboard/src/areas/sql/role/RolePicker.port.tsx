import { lazyControl } from '../../../ui/lazy-control.tsx'
import { RoleButton } from './RoleButton.tsx'
import type { RoleProps } from './sql-role.port.ts'

// Its form is large, and few users change the role.
const LazyRolePopover = lazyControl<RoleProps>(
  () => import('./RolePopover.tsx').then((module) => module.RolePopover),
  ({ role, size }) => <RoleButton role={role} size={size} />,
)

/** Chooses the database role that is used. `reason` says why it cannot be changed. */
export function RolePicker({ reason, ...props }: RoleProps & { reason: string | undefined }) {
  return reason === undefined ? (
    <LazyRolePopover {...props} />
  ) : (
    <RoleButton role={props.role} size={props.size} reason={reason} />
  )
}
