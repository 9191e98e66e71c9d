import type { TableWebhook } from '@basalt/contract/table-webhooks/table-webhooks.schema.ts'
import { CirclePause, CirclePlay, Copy, Ellipsis, History, Pencil, Send, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'

export type WebhookAction = 'view' | 'test' | 'edit' | 'duplicate' | 'switch' | 'delete'

/** Why a webhook without its table cannot be paused. */
const DROPPED = 'Its table or trigger was dropped'

/** What can be done with a webhook; `refusal` disables all but its log. */
export function WebhookMenu({
  webhook,
  refusal,
  onAction,
}: {
  webhook: TableWebhook
  refusal: string | undefined
  onAction: (kind: WebhookAction) => void
}) {
  const { name, is_enabled, table } = webhook
  return (
    <Menu align="end" trigger={<IconButton label={`Actions for ${name}`} icon={Ellipsis} size="sm" />}>
      <MenuItem icon={History} onSelect={() => onAction('view')}>
        Show log
      </MenuItem>
      <MenuItem icon={Send} reason={refusal} onSelect={() => onAction('test')}>
        Send test event
      </MenuItem>
      <MenuItem icon={Pencil} reason={refusal} onSelect={() => onAction('edit')}>
        Edit
      </MenuItem>
      <MenuItem icon={Copy} reason={refusal} onSelect={() => onAction('duplicate')}>
        Duplicate
      </MenuItem>
      <MenuItem
        icon={is_enabled ? CirclePause : CirclePlay}
        reason={refusal ?? (table === null ? DROPPED : undefined)}
        onSelect={() => onAction('switch')}
      >
        {is_enabled ? 'Pause' : 'Resume'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} destructive reason={refusal} onSelect={() => onAction('delete')}>
        Delete
      </MenuItem>
    </Menu>
  )
}
