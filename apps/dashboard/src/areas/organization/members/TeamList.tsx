import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Search, SearchX } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
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

  if (members.isPending || permissions.isPending || (mayInvite && invitations.isPending))
    return <TableSkeleton label="Loading team" columns={3} rows={3} />
  const failed = [members, permissions, invitations].find(({ isError }) => isError)
  if (failed?.error || !members.data || !permissions.data)
    return (
      <ErrorPanel
        title="Failed to load the team"
        message={failed?.error?.message}
        requestId={requestIdOf(failed?.error)}
        onRetry={() => failed?.refetch()}
        retrying={failed?.isFetching ?? false}
      />
    )
  // The cache may still have data from another role.
  const known = (mayInvite && invitations.data) || []
  const rows = teamRows(members.data, known, search)
  if (rows.length === 0)
    return (
      <EmptyState
        icon={SearchX}
        title="No matches"
        action={<Button onClick={() => onSearchChange('')}>Clear search</Button>}
      >
        No member or invitation has this name, address or role.
      </EmptyState>
    )
  const owners = members.data.filter(({ role_id }) => role_id === 'owner').length
  const situation = { permissions: permissions.data, place, userId, owners }
  return <TeamTable rows={rows} situation={situation} onAction={onAction} />
}
