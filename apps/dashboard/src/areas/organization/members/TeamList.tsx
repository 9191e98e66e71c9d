import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Search, SearchX } from 'lucide-react'
import { ListStates } from '../../../api/ListStates.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { memberQueries } from './members.queries.ts'
import type { TeamAction } from './TeamRowMenu.tsx'
import { TeamTable } from './TeamTable.tsx'
import { teamRows } from './team-rows.rules.ts'

interface Props {
  slug: string
  userId: string
  search: string
  onSearchChange: (search: string) => void
  onAction: (action: TeamAction) => void
}

export function TeamList(props: Props) {
  const { search, onSearchChange } = props
  return (
    <>
      <search>
        <Input
          aria-label="Search team"
          placeholder="Search by name, email or role"
          icon={Search}
          className="sm:w-72!"
          value={search}
          onValueChange={onSearchChange}
        />
      </search>
      <TeamContent {...props} />
    </>
  )
}

function TeamContent({ slug, userId, search, onSearchChange, onAction }: Props) {
  const place = { slug }
  const members = useQuery(memberQueries.list(slug))
  const permissions = useQuery(permissionQueries.mine())
  const inviteRefusal = useQuery(permissionQueries.refusal(needs.inviteMembers, place))
  const mayInvite = inviteRefusal.isSuccess && inviteRefusal.data === undefined
  const invitations = useQuery({ ...memberQueries.invitations(slug), enabled: mayInvite })

  const queries = [members, permissions, ...(mayInvite ? [invitations] : [])]
  const failed = queries.find(({ data, isError }) => isError && data === undefined)
  // The cache may still have invitations from another role.
  const invited = mayInvite ? invitations.data : []
  const team = members.data &&
    permissions.data &&
    invited && { members: members.data, permissions: permissions.data, invitations: invited }
  return (
    <ListStates
      list={{
        data: team,
        isPending: queries.some(({ isPending }) => isPending),
        isFetching: failed?.isFetching ?? false,
        error: failed?.error ?? null,
        refetch: () => failed?.refetch(),
      }}
      failure="Failed to load the team"
      skeleton={<TableSkeleton label="Loading team" columns={3} rows={3} />}
      rowsOf={(known) => teamRows(known.members, known.invitations, search)}
      empty={
        <EmptyState
          icon={SearchX}
          title="No matches"
          action={<Button onClick={() => onSearchChange('')}>Clear search</Button>}
        >
          No member or invitation has this name, address or role.
        </EmptyState>
      }
    >
      {(rows) =>
        team && (
          <TeamTable
            rows={rows}
            situation={{
              permissions: team.permissions,
              place,
              userId,
              owners: team.members.filter(({ role_id }) => role_id === 'owner').length,
            }}
            onAction={onAction}
          />
        )
      }
    </ListStates>
  )
}
