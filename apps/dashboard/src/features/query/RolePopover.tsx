import { useState } from 'react'
import { Popover } from '../../ui/Popover.tsx'
import { RoleButton } from './RoleButton.tsx'
import { RoleChoice } from './RoleChoice.tsx'
import type { SqlRole } from './sql-role.ts'

export interface RoleProps {
  projectRef: string
  role: SqlRole
  onPick: (role: SqlRole) => void
}

/** The role that SQL is run as, and the choice of another. */
export function RolePopover({ projectRef, role, onPick }: RoleProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      align="end"
      title="Run as role"
      className="w-80"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<RoleButton role={role} />}
    >
      <RoleChoice
        projectRef={projectRef}
        role={role}
        onPick={(next) => {
          onPick(next)
          setOpen(false)
        }}
      />
    </Popover>
  )
}
