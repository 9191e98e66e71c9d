import { useState } from 'react'
import { Popover } from '../../../../ui/floating/Popover.tsx'
import { RoleButton } from './RoleButton.tsx'
import { RoleChoice } from './RoleChoice.tsx'
import type { RoleProps } from './sql-role.ts'

/** Displays and changes the role that SQL runs as. */
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
