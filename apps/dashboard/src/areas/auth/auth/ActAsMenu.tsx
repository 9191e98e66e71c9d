import type { AuthUserDetail } from '@basalt/contract/auth/auth.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookText, SquareTerminal, Table2, UserRound } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { useDocsUser } from '../../connect/api-docs/docs-user.port.ts'
import { useSqlRole } from '../../sql/role/sql-role.port.ts'
import { roleOfUser } from '../../sql/role/user-role.queries.ts'
import { issueToken } from './auth.queries.ts'
import { nameOf } from './UserState.tsx'

type Place = 'sql' | 'rows' | 'docs'

/** Opens the SQL editor, the table editor or the API docs as a user of the project. */
export function ActAsMenu({
  projectRef: ref,
  user,
  refusal,
}: {
  projectRef: string
  user: AuthUserDetail
  /** Why the caller may not act as users. */
  refusal: string | undefined
}) {
  const [, setSqlRole] = useSqlRole(ref)
  const [, setRowsRole] = useSqlRole(ref, 'rows')
  const [, setDocsUser] = useDocsUser(ref)
  const navigate = useNavigate()
  const act = useMutation({
    mutationFn: async (place: Place) => {
      const name = nameOf(user)
      if (place === 'docs') {
        setDocsUser({ name, ...(await issueToken(ref, user.id)) })
        return navigate({ to: '/project/$ref/api', params: { ref }, search: {} })
      }
      const role = await roleOfUser(ref, { sub: user.id, name, aal: 'aal1', more: '', via: '' })
      if (place === 'rows') {
        setRowsRole(role)
        return navigate({ to: '/project/$ref/editor', params: { ref }, search: {} })
      }
      setSqlRole(role)
      return navigate({ to: '/project/$ref/sql/$id', params: { ref, id: 'new' }, search: {} })
    },
    meta: { errorTitle: 'Failed to act as this user' },
  })
  const button = (
    <Button icon={UserRound} reason={refusal} loading={act.isPending}>
      Act as user
    </Button>
  )
  if (refusal !== undefined) return button
  return (
    <Menu trigger={button}>
      <MenuItem icon={SquareTerminal} onSelect={() => act.mutate('sql')}>
        SQL editor
      </MenuItem>
      <MenuItem icon={Table2} onSelect={() => act.mutate('rows')}>
        Table editor
      </MenuItem>
      <MenuItem icon={BookText} onSelect={() => act.mutate('docs')}>
        API docs
      </MenuItem>
    </Menu>
  )
}
