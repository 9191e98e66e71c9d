import type { ListedRole, Role } from '@basalt/contract/database-objects/roles/roles.schema.ts'
import { UsersRound } from 'lucide-react'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import type { ObjectKindPage } from '../object-kind-page.ts'
import { DropRoleDialog } from './DropRoleDialog.tsx'
import { RoleSheet } from './RoleSheet.tsx'
import { roleQueries } from './roles.queries.ts'

export const roleKindPage: ObjectKindPage<ListedRole, Role> = {
  object: 'role',
  isGlobal: true,
  icon: UsersRound,
  title: 'Roles',
  description: 'Who connects to the database, and whose rights they have.',
  one: 'role',
  many: 'roles',
  queries: roleQueries,
  columns: [],
  placeOf: ({ is_protected }) =>
    is_protected ? 'Protected: the platform relies on it' : 'Of this database server',
  definitionOf: ({ is_superuser, is_protected }) =>
    is_superuser || is_protected ? '-- The platform creates this role.' : undefined,
  Details,
  FormSheet: RoleSheet,
  DropDialog: DropRoleDialog,
}

/** The attributes that a role has, in words. */
export const attributesOf = (
  role: Pick<
    ListedRole,
    'is_superuser' | 'can_login' | 'creates_roles' | 'creates_databases' | 'bypasses_rls' | 'replicates'
  >,
): string[] => [
  ...(role.is_superuser ? ['Superuser'] : []),
  ...(role.can_login ? ['Login'] : []),
  ...(role.creates_roles ? ['Create roles'] : []),
  ...(role.creates_databases ? ['Create databases'] : []),
  ...(role.bypasses_rls ? ['Bypass RLS'] : []),
  ...(role.replicates ? ['Replication'] : []),
]

function Details({ found }: { projectRef: string; found: Role }) {
  const { draft, is_superuser, active_connections, members, owned, has_more_owned } = found
  const limit = draft.connection_limit
  return (
    <>
      <section aria-label="Attributes" className="flex flex-col gap-2">
        <h3 className="font-medium text-sm">Attributes</h3>
        <ul className="flex flex-wrap gap-1.5">
          {attributesOf({ ...draft, is_superuser }).map((attribute) => (
            <li key={attribute}>
              <Badge>{attribute}</Badge>
            </li>
          ))}
          <li>
            <Badge>{draft.inherits ? 'Inherits' : 'Does not inherit'}</Badge>
          </li>
        </ul>
      </section>
      <DescriptionList
        items={[
          {
            label: 'Connections',
            value: limit === -1 ? `${active_connections}, no limit` : `${active_connections} of ${limit}`,
          },
          { label: 'Password valid until', value: draft.valid_until ?? 'No end' },
          {
            label: 'Member of',
            value:
              draft.memberships.length === 0
                ? 'No role'
                : draft.memberships
                    .map(({ role, ...options }) => {
                      const words = (['admin', 'inherit', 'set'] as const).filter((option) => options[option])
                      return `${role} (${words.join(', ') || 'no option'})`
                    })
                    .join(', '),
          },
          { label: 'Members', value: members.length === 0 ? 'None' : members.join(', ') },
          {
            label: 'Settings',
            value:
              draft.settings.length === 0
                ? 'None'
                : draft.settings.map(({ name, value }) => `${name} = ${value}`).join('; '),
          },
        ]}
      />
      <section aria-label="Owns" className="flex flex-col gap-2">
        <h3 className="font-medium text-sm">Owns in this database</h3>
        {owned.length === 0 ? (
          <p className="text-ink-muted text-sm">Nothing.</p>
        ) : (
          <ul className="flex max-h-56 flex-col gap-1 overflow-y-auto text-sm">
            {owned.map((text) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
            {has_more_owned && <li className="text-ink-muted">and more</li>}
          </ul>
        )}
      </section>
    </>
  )
}
