import { UserRound } from 'lucide-react'
import { Button, type ButtonProps } from '../../../ui/controls/Button.tsx'
import type { SqlRole } from './sql-role.port.ts'

export function RoleButton({ role, ...rest }: { role: SqlRole } & Omit<ButtonProps, 'role'>) {
  return (
    <Button aria-haspopup="dialog" {...rest} icon={UserRound} aria-label={`Role: ${role.role}`}>
      <span className="max-w-40 truncate max-md:hidden">{role.role}</span>
    </Button>
  )
}
