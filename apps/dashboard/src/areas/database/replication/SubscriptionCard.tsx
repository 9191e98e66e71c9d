import type { SubscribedTableState } from '@basalt/contract/replication/replication.rules.ts'
import type { Subscription } from '@basalt/contract/replication/replication.schema.ts'
import {
  dropSubscriptionSql,
  type SubscriptionSwitch,
  switchSubscriptionSql,
} from '@basalt/sql/subscription.ts'
import { useMutation } from '@tanstack/react-query'
import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { SqlConfirmDialog } from '../../../ui/dialog/SqlConfirmDialog.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { StatusDot } from '../../../ui/feedback/StatusDot.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { When } from '../../../ui/text/When.tsx'
import { changeSubscriptionOf, dropSubscriptionOf } from './replication.queries.ts'
import { canName } from './subscription-form.schema.ts'

const STATES: Readonly<Record<SubscribedTableState, string>> = {
  waiting: 'Waiting',
  copying: 'Copying',
  catching_up: 'Catching up',
  streaming: 'Streaming',
}

/** One subscription with the state of its tables and what can be done with it. */
export function SubscriptionCard({
  projectRef,
  subscription,
  refusal,
  onOpen,
}: {
  projectRef: string
  subscription: Subscription
  refusal: string | undefined
  /** Opens its form. */
  onOpen: (kind: 'edit' | 'duplicate') => void
}) {
  const { name, is_enabled, is_connected, publications, tables, table_count, failures } = subscription
  const [asked, setAsked] = useState<SubscriptionSwitch | 'drop'>()
  const reason = refusal ?? (subscription.is_of_import ? 'It belongs to an import' : undefined)
  const refused = reason === undefined ? {} : { reason }
  const unnamable = canName(publications) ? undefined : 'A publication has a comma in its name: use SQL'
  const toggle = is_enabled ? 'disable' : 'enable'
  return (
    <Card
      title={name}
      description={`${publications.length === 1 ? 'Publication' : 'Publications'} ${publications.join(', ')}`}
      actions={
        <>
          <Button
            onClick={() => setAsked('refresh')}
            {...(is_enabled ? refused : { reason: reason ?? 'Enable it first' })}
          >
            Refresh
          </Button>
          <Button onClick={() => setAsked(toggle)} {...refused}>
            {is_enabled ? 'Disable' : 'Enable'}
          </Button>
          <Menu align="end" trigger={<IconButton size="sm" icon={Ellipsis} label={`Actions for ${name}`} />}>
            <MenuItem icon={Pencil} reason={reason ?? unnamable} onSelect={() => onOpen('edit')}>
              Edit
            </MenuItem>
            <MenuItem icon={Copy} reason={refusal ?? unnamable} onSelect={() => onOpen('duplicate')}>
              Duplicate
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} destructive reason={reason} onSelect={() => setAsked('drop')}>
              Drop
            </MenuItem>
          </Menu>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {failures > 0 && is_enabled && !is_connected && (
          <Callout tone="critical" title="It keeps failing">
            PostgreSQL tries again every few seconds. The reason is in its log: a row that breaks a constraint
            here, or a publisher that is away.
          </Callout>
        )}
        <DescriptionList
          items={[
            {
              label: 'State',
              value: (
                <StatusDot tone={is_connected ? 'success' : is_enabled ? 'warning' : 'neutral'}>
                  {is_connected ? 'Connected' : is_enabled ? 'Connecting' : 'Disabled'}
                </StatusDot>
              ),
            },
            { label: 'Last heard of', value: <When time={subscription.last_message_at} never="Never" /> },
            { label: 'Slot at the publisher', value: subscription.slot_name ?? 'None' },
            { label: 'Failures', value: failures.toLocaleString('en') },
          ]}
        />
        <Disclosure summary={table_count === 1 ? '1 table' : `${table_count.toLocaleString('en')} tables`}>
          <Table
            label={`Tables of ${name}`}
            dense
            columns={[
              { key: 'table', header: 'Table', cell: (table) => `${table.schema}.${table.name}` },
              { key: 'state', header: 'State', cell: ({ state }) => STATES[state] },
            ]}
            rows={tables}
            rowKey={(table) => JSON.stringify([table.schema, table.name])}
          />
          {table_count > tables.length && (
            <p className="mt-2 text-ink-muted text-sm">
              {(table_count - tables.length).toLocaleString('en')} more are streaming.
            </p>
          )}
        </Disclosure>
      </div>
      <DropSubscription
        projectRef={projectRef}
        subscription={subscription}
        open={asked === 'drop'}
        onOpenChange={(open) => !open && setAsked(undefined)}
      />
      <SwitchSubscription
        projectRef={projectRef}
        name={name}
        asked={asked === 'drop' ? undefined : asked}
        onClose={() => setAsked(undefined)}
      />
    </Card>
  )
}

const SWITCHES: Readonly<Record<SubscriptionSwitch, { verb: string; consequences: string }>> = {
  enable: {
    verb: 'Enable',
    consequences: 'It connects to the publisher and receives what changed meanwhile.',
  },
  disable: {
    verb: 'Disable',
    consequences: 'No more rows arrive. The publisher keeps its WAL for it until it is enabled or dropped.',
  },
  refresh: {
    verb: 'Refresh',
    consequences:
      'Tables that the publications have got since are copied and followed; tables that they lost are left.',
  },
}

function SwitchSubscription({
  projectRef,
  name,
  asked,
  onClose,
}: {
  projectRef: string
  name: string
  /** Undefined while the dialog is closed. */
  asked: SubscriptionSwitch | undefined
  onClose: () => void
}) {
  const { mutateAsync } = useMutation(changeSubscriptionOf(projectRef))
  const action = asked ?? 'refresh'
  const { verb, consequences } = SWITCHES[action]
  return (
    <SqlConfirmDialog
      open={asked !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={`${verb} the subscription ${name}?`}
      confirmLabel={`${verb} subscription`}
      tone={action === 'disable' ? 'danger' : 'primary'}
      statements={[switchSubscriptionSql(name, action)]}
      onConfirm={() => mutateAsync({ name, action })}
    >
      <p>{consequences}</p>
    </SqlConfirmDialog>
  )
}

function DropSubscription({
  projectRef,
  subscription: { name, slot_name },
  open,
  onOpenChange,
}: {
  projectRef: string
  subscription: Subscription
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const [leavesSlot, setLeavesSlot] = useState(false)
  const { mutateAsync } = useMutation(dropSubscriptionOf(projectRef))
  return (
    <SqlConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Drop the subscription ${name}?`}
      confirmLabel="Drop subscription"
      statements={dropSubscriptionSql(name, leavesSlot)}
      onConfirm={() => mutateAsync({ name, leavesSlot })}
    >
      <p>Its tables keep their rows, and no more arrive.</p>
      {slot_name !== null && (
        <Checkbox
          label="The publisher is away: leave its slot there"
          description={`The slot ${slot_name} keeps WAL at the publisher until you drop it there.`}
          checked={leavesSlot}
          onCheckedChange={setLeavesSlot}
        />
      )}
    </SqlConfirmDialog>
  )
}
