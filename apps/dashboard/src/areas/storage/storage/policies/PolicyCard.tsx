import type { StoragePolicy } from '@basalt/contract/storage/policies.endpoints.ts'
import { Ellipsis, FolderOpen, Plus } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { Table, type TableColumn } from '../../../../ui/table/Table.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'

/** A group of policies, such as those of a bucket. */
export function PolicyCard({
  title,
  isBucket = false,
  isPublic = false,
  policies,
  refusal,
  onNew,
  onEdit,
  onDelete,
}: {
  title: string
  isBucket?: boolean
  isPublic?: boolean
  policies: readonly StoragePolicy[]
  /** Why the user may not change policies; undefined when they may. */
  refusal: string | undefined
  onNew?: () => void
  onEdit: (policy: StoragePolicy) => void
  onDelete: (policy: StoragePolicy) => void
}) {
  const reason = refusal === undefined ? {} : { reason: refusal }
  const columns: TableColumn<StoragePolicy>[] = [
    { key: 'name', header: 'Name', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
    { key: 'command', header: 'Command', width: '7rem', cell: ({ command }) => <code>{command}</code> },
    {
      key: 'roles',
      header: 'Applied to',
      width: '14rem',
      wideOnly: true,
      cell: ({ roles }) => (
        <code className="wrap-anywhere">{roles.length === 0 ? 'public' : roles.join(', ')}</code>
      ),
    },
    {
      key: 'menu',
      header: <span className="sr-only">Actions</span>,
      width: '3rem',
      align: 'end',
      cell: (policy) => (
        <Menu
          align="end"
          trigger={<IconButton size="sm" icon={Ellipsis} label={`Actions for ${policy.name}`} />}
        >
          <MenuItem onSelect={() => onEdit(policy)} {...reason}>
            Edit
          </MenuItem>
          <MenuItem destructive onSelect={() => onDelete(policy)} {...reason}>
            Delete
          </MenuItem>
        </Menu>
      ),
    },
  ]
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          {isBucket && <FolderOpen className="size-4 text-ink-faint" aria-hidden />}
          {title}
          {isPublic && <Badge tone="warning">Public</Badge>}
        </span>
      }
      actions={
        onNew && (
          <Button size="sm" icon={Plus} aria-label={`New policy for ${title}`} onClick={onNew} {...reason}>
            New policy
          </Button>
        )
      }
    >
      {policies.length === 0 ? (
        <p className="text-ink-muted text-sm">No policies created yet</p>
      ) : (
        <Table
          label={`Policies of ${title}`}
          columns={columns}
          rows={policies}
          rowKey={({ name, table }) => `${table}/${name}`}
        />
      )}
    </Card>
  )
}
