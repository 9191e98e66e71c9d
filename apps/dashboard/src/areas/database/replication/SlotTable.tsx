import type { Replication, ReplicationSlot } from '@basalt/contract/replication/replication.schema.ts'
import { dropSlotSql } from '@basalt/sql/subscription.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { SqlConfirmDialog } from '../../../ui/dialog/SqlConfirmDialog.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { StatusDot } from '../../../ui/feedback/StatusDot.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { When } from '../../../ui/text/When.tsx'
import { dropSlotOf } from './replication.queries.ts'
import { slotLag, slotWarning } from './slot-warning.rules.ts'

/** Replication slots with what they hold, and the warnings about them. */
export function SlotTable({
  projectRef,
  replication: { slots, max_slot_bytes },
  refusal,
}: {
  projectRef: string
  replication: Replication
  refusal: string | undefined
}) {
  const [dropping, setDropping] = useState<ReplicationSlot>()
  const [isConfirming, setConfirming] = useState(false)
  const { mutateAsync } = useMutation(dropSlotOf(projectRef))
  const warnings = slots.flatMap((slot) => slotWarning(slot, max_slot_bytes) ?? [])
  return (
    <div className="flex flex-col gap-3">
      {warnings.map((warning) => (
        <Callout key={warning} tone="warning">
          {warning}
        </Callout>
      ))}
      <Table
        label="Replication slots"
        rows={slots}
        rowKey={({ name }) => name}
        columns={[
          {
            key: 'name',
            header: 'Slot',
            cell: ({ name, plugin, kind, is_of_platform }) => (
              <span className="wrap-anywhere flex flex-col py-1">
                {name}
                <span className="flex flex-wrap items-center gap-1.5 text-ink-muted text-xs">
                  {plugin ?? kind}
                  {is_of_platform && <Badge>Platform</Badge>}
                </span>
              </span>
            ),
          },
          {
            key: 'state',
            header: 'Subscriber',
            cell: (slot) => (
              <span className="flex flex-col py-1">
                <StatusDot tone={slot.is_active ? 'success' : 'warning'}>
                  {slot.is_active ? (slot.client ?? 'Connected') : 'None'}
                </StatusDot>
                {slot.inactive_since !== null && (
                  <span className="text-ink-muted text-xs">
                    since <When time={slot.inactive_since} />
                  </span>
                )}
              </span>
            ),
          },
          { key: 'lag', header: 'Lag', align: 'end', cell: slotLag },
          {
            key: 'held',
            header: 'WAL held',
            align: 'end',
            wideOnly: true,
            cell: ({ held_bytes, wal_status }) =>
              `${held_bytes === null ? '–' : formatBytes(held_bytes)}${wal_status === null ? '' : ` (${wal_status})`}`,
          },
          {
            key: 'safe',
            header: 'Lost after',
            align: 'end',
            wideOnly: true,
            cell: ({ safe_wal_bytes }) => (safe_wal_bytes === null ? 'Never' : formatBytes(safe_wal_bytes)),
          },
          {
            key: 'drop',
            header: <span className="sr-only">Actions</span>,
            align: 'end',
            cell: (slot) => {
              const reason =
                refusal ??
                (slot.is_of_platform
                  ? 'The platform drops it itself'
                  : slot.is_active
                    ? 'A subscriber uses it'
                    : undefined)
              return (
                <Button
                  size="sm"
                  aria-label={`Drop the slot ${slot.name}`}
                  onClick={() => {
                    setDropping(slot)
                    setConfirming(true)
                  }}
                  {...(reason !== undefined && { reason })}
                >
                  Drop
                </Button>
              )
            },
          },
        ]}
      />
      {dropping && (
        <SqlConfirmDialog
          open={isConfirming}
          onOpenChange={setConfirming}
          title={`Drop the slot ${dropping.name}?`}
          confirmLabel="Drop slot"
          statements={[dropSlotSql(dropping.name)]}
          onConfirm={() => mutateAsync(dropping.name)}
        >
          <p>
            The WAL that it holds is freed. A subscriber that comes back can no longer continue: it has to
            copy its tables again. This cannot be undone.
          </p>
        </SqlConfirmDialog>
      )}
    </div>
  )
}
