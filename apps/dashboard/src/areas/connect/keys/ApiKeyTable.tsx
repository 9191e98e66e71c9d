import type { ApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { Ellipsis, Eye, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { When } from '../../../ui/text/When.tsx'
import { useRefusal } from './use-refusal.ts'

interface Props {
  projectRef: string
  label: string
  keys: readonly ApiKey[]
  onReveal: (key: ApiKey) => void
  onChange: (key: ApiKey) => void
  onRevoke: (key: ApiKey) => void
}

export function ApiKeyTable({ projectRef, label, keys, onReveal, onChange, onRevoke }: Props) {
  const changeReason = useRefusal(projectRef, needs.changeApiKeys)
  const revokeReason = useRefusal(projectRef, needs.deleteApiKeys)
  const revealReason = useRefusal(projectRef, needs.useServiceKey)
  const keyText = (key: ApiKey) => (
    <KeyText apiKey={key} onReveal={() => onReveal(key)} revealReason={revealReason} />
  )
  const columns: TableColumn<ApiKey>[] = [
    { key: 'name', header: 'Name', cell: (key) => <Name apiKey={key} keyText={keyText(key)} /> },
    // A percentage, so that both tables have the same columns whatever the names of their keys.
    { key: 'key', header: 'Key', width: '45%', wideOnly: true, cell: keyText },
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

/** The name, on phones with the other columns below it. */
function Name({ apiKey, keyText }: { apiKey: ApiKey; keyText: ReactNode }) {
  const { name, description, last_used_at } = apiKey
  return (
    <div className="min-w-0 py-1.5">
      <p className="wrap-anywhere font-medium">{name}</p>
      {description && <p className="wrap-anywhere text-ink-muted text-xs">{description}</p>}
      <div className="sm:hidden">
        {keyText}
        <p className="text-ink-muted text-xs">
          Last used: <When time={last_used_at} never="never" />
        </p>
      </div>
    </div>
  )
}

function KeyText({
  apiKey: { name, api_key, hint, can_reveal },
  onReveal,
  revealReason,
}: {
  apiKey: ApiKey
  onReveal: () => void
  revealReason: string | undefined
}) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="max-w-[44vw] truncate text-xs sm:max-w-[16rem]" title={api_key ?? undefined}>
        {api_key ?? hint}
      </code>
      {can_reveal && (
        <Button size="sm" icon={Eye} onClick={onReveal} {...(revealReason && { reason: revealReason })}>
          Reveal
        </Button>
      )}
      {api_key && <CopyButton text={api_key} label={`Copy ${name}`} />}
    </span>
  )
}
