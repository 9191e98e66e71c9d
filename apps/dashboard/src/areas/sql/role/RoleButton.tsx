import { UserRound } from 'lucide-react'
import { Button, type ButtonProps } from '../../../ui/controls/Button.tsx'
import type { SqlRole } from './sql-role.port.ts'

export function RoleButton({ role, ...rest }: { role: SqlRole } & Omit<ButtonProps, 'role'>) {
  const name = role.user ? `${role.role}, user ${role.user.name ?? role.user.sub}` : role.role
  return (
    <Button aria-haspopup="dialog" {...rest} icon={UserRound} aria-label={`Role: ${name}`} title={name}>
      <span className="max-w-40 truncate max-md:hidden">{name}</span>
    </Button>
  )
}
