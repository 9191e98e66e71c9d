import { ShieldCheck } from 'lucide-react'
import { cx } from '../../../lib/class-names.ts'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { When } from '../../../ui/text/When.tsx'
import { type TeamAction, TeamRowMenu } from './TeamRowMenu.tsx'
import type { TeamSituation } from './team-actions.rules.ts'
import type { TeamRow } from './team-rows.rules.ts'

export function TeamTable({
  rows,
  situation,
  onAction,
}: {
  rows: readonly TeamRow[]
  situation: TeamSituation
  onAction: (action: TeamAction) => void
}) {
  const columns: TableColumn<TeamRow>[] = [
    {
      key: 'person',
      header: 'Member',
      cell: (row) => (
        <span className="flex items-center gap-2.5 whitespace-nowrap max-sm:py-1.5">
          <Avatar name={row.name ?? row.email} size="sm" />
          <span className="flex gap-x-2.5 max-sm:flex-col sm:items-center">
            <span className="flex max-w-[52vw] items-baseline gap-x-2 max-sm:flex-col sm:max-w-md">
              {row.name && <span className="max-w-full truncate font-medium">{row.name}</span>}
              <span
                className={cx('max-w-full truncate', row.name ? 'text-ink-muted text-xs' : 'font-medium')}
                title={row.email}
              >
                {row.email}
              </span>
            </span>
            <span className="flex items-center gap-2 text-ink-muted text-xs">
              <span className="max-sm:order-last">
                <RowBadge row={row} userId={situation.userId} />
              </span>
              <span className="max-w-[36vw] truncate sm:hidden">{row.roles}</span>
              {row.kind === 'member' && row.member.mfa_enabled && (
                <span className="sm:hidden">
                  <MfaMark isEnabled />
                </span>
              )}
            </span>
          </span>
        </span>
      ),
    },
    {
      key: 'role',
      header: 'Role',
      wideOnly: true,
      cell: ({ roles }) => (
        <span className="block max-w-xs truncate" title={roles}>
          {roles}
        </span>
      ),
    },
    {
      key: 'mfa',
      header: (
        <abbr title="Multi-factor authentication" className="no-underline">
          MFA
        </abbr>
      ),
      width: '5rem',
      wideOnly: true,
      cell: (row) => row.kind === 'member' && <MfaMark isEnabled={row.member.mfa_enabled} />,
    },
    {
      key: 'since',
      header: 'Since',
      width: '10rem',
      wideOnly: true,
      cell: (row) => <Since time={createdAt(row)} />,
    },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      width: '3rem',
      align: 'end',
      cell: (row) => <TeamRowMenu row={row} situation={situation} onAction={onAction} />,
    },
  ]
  return <Table label="Team" columns={columns} rows={rows} rowKey={({ key }) => key} />
}

const createdAt = (row: TeamRow) =>
  row.kind === 'member' ? row.member.created_at : row.invitation.created_at

function RowBadge({ row, userId }: { row: TeamRow; userId: string }) {
  if (row.kind === 'member') return row.member.user_id === userId && <Badge tone="brand">You</Badge>
  return row.invitation.is_expired ? <Badge tone="warning">Invitation expired</Badge> : <Badge>Invited</Badge>
}

const MfaMark = ({ isEnabled }: { isEnabled: boolean }) =>
  isEnabled ? (
    <ShieldCheck
      role="img"
      aria-label="Multi-factor authentication is on"
      className="size-4 text-success-ink"
    />
  ) : (
    <span className="text-ink-muted text-xs">Off</span>
  )

const Since = ({ time }: { time: string }) => (
  <When time={time} className="whitespace-nowrap text-ink-muted" />
)
