import { useState } from 'react'
import { Popover } from '../../../ui/floating/Popover.tsx'
import { RoleButton } from './RoleButton.tsx'
import { RoleChoice } from './RoleChoice.tsx'
import type { RoleProps } from './sql-role.port.ts'

/** Displays and changes the role. */
export function RolePopover({ onPick, ...rest }: RoleProps) {
  const { role, size, use } = rest
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      align="end"
      title={use === 'rows' ? 'Read and write as role' : 'Run as role'}
      className="w-80"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<RoleButton role={role} size={size} />}
    >
      <RoleChoice
        {...rest}
        onPick={(next) => {
          onPick(next)
          setOpen(false)
        }}
      />
    </Popover>
  )
}
