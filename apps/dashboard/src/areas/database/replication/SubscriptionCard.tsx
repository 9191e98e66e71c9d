import type { SubscribedTableState } from '@basalt/contract/replication/replication.rules.ts'
import type { Subscription } from '@basalt/contract/replication/replication.schema.ts'
import { dropSubscriptionSql } from '@basalt/sql/subscription.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { StatusDot } from '../../../ui/feedback/StatusDot.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { When } from '../../../ui/text/When.tsx'
import { changeSubscriptionOf, dropSubscriptionOf } from './replication.queries.ts'

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
}: {
  projectRef: string
  subscription: Subscription
  refusal: string | undefined
}) {
  const { name, is_enabled, is_connected, publications, tables, table_count, failures } = subscription
  const [isDropping, setDropping] = useState(false)
  const change = useMutation(changeSubscriptionOf(projectRef))
  const reason = refusal ?? (subscription.is_of_import ? 'It belongs to an import' : undefined)
  const refused = reason === undefined ? {} : { reason }
  const doing = change.isPending ? change.variables.action : undefined
  const toggle = is_enabled ? 'disable' : 'enable'
  return (
    <Card
      title={name}
      description={`${publications.length === 1 ? 'Publication' : 'Publications'} ${publications.join(', ')}`}
      actions={
        <>
          <Button
            loading={doing === 'refresh'}
            onClick={() => change.mutate({ name, action: 'refresh' })}
            {...(is_enabled ? refused : { reason: reason ?? 'Enable it first' })}
          >
            Refresh
          </Button>
          <Button
            loading={doing === toggle}
            onClick={() => change.mutate({ name, action: toggle })}
            {...refused}
          >
            {is_enabled ? 'Disable' : 'Enable'}
          </Button>
          <Button variant="danger" onClick={() => setDropping(true)} {...refused}>
            Drop
          </Button>
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
        open={isDropping}
        onOpenChange={setDropping}
      />
    </Card>
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
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Drop the subscription ${name}?`}
      confirmLabel="Drop subscription"
      onConfirm={() => mutateAsync({ name, leavesSlot })}
    >
      <div className="flex flex-col gap-3">
        <p>Its tables keep their rows, and no more arrive.</p>
        {slot_name !== null && (
          <Checkbox
            label="The publisher is away: leave its slot there"
            description={`The slot ${slot_name} keeps WAL at the publisher until you drop it there.`}
            checked={leavesSlot}
            onCheckedChange={setLeavesSlot}
          />
        )}
        <CodeBlock
          label="SQL of this change"
          code={dropSubscriptionSql(name, leavesSlot)
            .map((sql) => `${sql};`)
            .join('\n')}
          wrap
        />
      </div>
    </ConfirmDialog>
  )
}
