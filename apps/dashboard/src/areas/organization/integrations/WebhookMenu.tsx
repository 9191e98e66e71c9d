import type { Webhook } from '@basalt/contract/integrations/webhooks.schema.ts'
import { CirclePause, CirclePlay, Ellipsis, History, Pencil, Send, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'

export interface WebhookAction {
  kind: 'test' | 'deliveries' | 'edit' | 'switch' | 'delete'
  webhook: Webhook
}

/** The actions of a webhook; `reason` disables all but its deliveries. */
export function WebhookMenu({
  webhook,
  reason,
  onAction,
}: {
  webhook: Webhook
  reason: string | undefined
  onAction: (action: WebhookAction) => void
}) {
  const act = (kind: WebhookAction['kind']) => () => onAction({ kind, webhook })
  return (
    <Menu
      align="end"
      trigger={<IconButton label={`Actions for ${webhook.name}`} icon={Ellipsis} size="sm" />}
    >
      <MenuItem icon={Send} reason={reason} onSelect={act('test')}>
        Send test message
      </MenuItem>
      <MenuItem icon={History} onSelect={act('deliveries')}>
        Show deliveries
      </MenuItem>
      <MenuItem icon={Pencil} reason={reason} onSelect={act('edit')}>
        Edit webhook
      </MenuItem>
      <MenuItem icon={webhook.is_enabled ? CirclePause : CirclePlay} reason={reason} onSelect={act('switch')}>
        {webhook.is_enabled ? 'Stop sending' : 'Resume sending'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} destructive reason={reason} onSelect={act('delete')}>
        Delete webhook
      </MenuItem>
    </Menu>
  )
}
