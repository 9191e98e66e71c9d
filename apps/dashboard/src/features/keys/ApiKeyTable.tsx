import type { ApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu } from '../../ui/menu/Menu.tsx'
import { MenuItem } from '../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../ui/menu/MenuSeparator.tsx'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'
import { CopyButton } from '../../ui/text/CopyButton.tsx'
import { useRefusal } from './use-refusal.ts'
import { When } from './When.tsx'

interface Props {
  projectRef: string
  label: string
  keys: readonly ApiKey[]
  onChange: (key: ApiKey) => void
  onRevoke: (key: ApiKey) => void
}

export function ApiKeyTable({ projectRef, label, keys, onChange, onRevoke }: Props) {
  const changeReason = useRefusal(projectRef, needs.changeApiKeys)
  const revokeReason = useRefusal(projectRef, needs.deleteApiKeys)
  const columns: TableColumn<ApiKey>[] = [
    { key: 'name', header: 'Name', cell: (key) => <Name apiKey={key} /> },
    { key: 'key', header: 'Key', wideOnly: true, cell: (key) => <KeyText apiKey={key} /> },
    {
      key: 'used',
      header: 'Last used',
      width: '9rem',
      wideOnly: true,
      cell: ({ last_used_at }) => <When time={last_used_at} never="Never" />,
    },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      width: '3rem',
      align: 'end',
      cell: (key) => (
        <Menu
          align="end"
          trigger={<IconButton label={`Actions for ${key.name}`} icon={Ellipsis} size="sm" />}
        >
          <MenuItem
            icon={Pencil}
            onSelect={() => onChange(key)}
            {...(changeReason && { reason: changeReason })}
          >
            Rename or describe
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={Trash2}
            destructive
            onSelect={() => onRevoke(key)}
            {...(revokeReason && { reason: revokeReason })}
          >
            Revoke key
          </MenuItem>
        </Menu>
      ),
    },
  ]
  return <Table label={label} columns={columns} rows={keys} rowKey={({ id, name }) => id ?? name} />
}

/** On a phone with everything else below it. */
function Name({ apiKey }: { apiKey: ApiKey }) {
  const { name, description, last_used_at } = apiKey
  return (
    <div className="min-w-0 py-1.5">
      <p className="wrap-anywhere font-medium">{name}</p>
      {description && <p className="wrap-anywhere text-ink-muted text-xs">{description}</p>}
      <div className="sm:hidden">
        <KeyText apiKey={apiKey} />
        <p className="text-ink-muted text-xs">
          Last used: <When time={last_used_at} never="never" />
        </p>
      </div>
    </div>
  )
}

function KeyText({ apiKey: { name, api_key, hint } }: { apiKey: ApiKey }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="max-w-[44vw] truncate text-xs sm:max-w-[16rem]" title={api_key ?? undefined}>
        {api_key ?? hint}
      </code>
      {api_key && <CopyButton text={api_key} label={`Copy ${name}`} />}
    </span>
  )
}
