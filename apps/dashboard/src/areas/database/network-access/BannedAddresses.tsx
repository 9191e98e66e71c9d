import { FAILURES_UNTIL_BAN } from '@basalt/contract/network-access/network-access.rules.ts'
import type { NetworkBan } from '@basalt/contract/network-access/network-access.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../../ui/controls/Button.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { liftBans } from './network-access.queries.ts'

const timeOf = (iso: string) => new Date(iso).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })

/** Addresses banned for wrong passwords, with a button to lift each ban. */
export function BannedAddresses({
  projectRef,
  bans,
  refusal,
}: {
  projectRef: string
  bans: readonly NetworkBan[]
  refusal: string | undefined
}) {
  const { mutate, isPending, variables } = useMutation(liftBans(projectRef))
  if (bans.length === 0)
    return (
      <p className="text-ink-muted text-sm">
        No address is banned. After {FAILURES_UNTIL_BAN} wrong passwords in a row, an address is banned from
        this project’s poolers for half an hour.
      </p>
    )
  return (
    <Table
      label="Banned addresses"
      rows={bans}
      rowKey={({ address }) => address}
      columns={[
        {
          key: 'address',
          header: 'Address',
          cell: ({ address }) => <code className="text-xs">{address}</code>,
        },
        {
          key: 'failures',
          header: 'Wrong passwords',
          align: 'end',
          wideOnly: true,
          cell: ({ failures }) => failures,
        },
        { key: 'until', header: 'Until', cell: ({ until }) => timeOf(until) },
        {
          key: 'lift',
          header: <span className="sr-only">Actions</span>,
          align: 'end',
          cell: ({ address }) => (
            <Button
              size="sm"
              aria-label={`Lift the ban of ${address}`}
              loading={isPending && variables.includes(address)}
              onClick={() => mutate([address])}
              {...(refusal !== undefined && { reason: refusal })}
            >
              Lift ban
            </Button>
          ),
        },
      ]}
    />
  )
}
