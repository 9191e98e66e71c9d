import { eventOutcomes } from '@basalt/contract/table-webhooks/event-outcomes.rules.ts'
import type { TableWebhookDelivery } from '@basalt/contract/table-webhooks/table-webhooks.schema.ts'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Inbox, RotateCw, SearchX } from 'lucide-react'
import { ListStates } from '../../../api/ListStates.tsx'
import { loadMoreProps } from '../../../api/load-more-props.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { When } from '../../../ui/text/When.tsx'
import { DeliveryState } from '../../organization/integrations/DeliveryState.port.tsx'
import { type DeliveryFilter, resendFailed, tableWebhookQueries } from './table-webhooks.queries.ts'

const ANY = 'any'
const outcomeLabels = { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const
const outcomes = [
  { value: ANY, label: 'Any state' },
  ...eventOutcomes.map((value) => ({ value, label: outcomeLabels[value] })),
] as const
const periods = [
  { value: ANY, label: 'Any time' },
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
] as const

interface Props {
  projectRef: string
  webhookId: string
  filter: DeliveryFilter
  /** Why the caller may not send events again. */
  refusal: string | undefined
  onFilterChange: (filter: DeliveryFilter) => void
  onOpen: (delivery: string) => void
}

/** The deliveries of a webhook, newest first. */
export function DeliveryLog(props: Props) {
  const { projectRef, webhookId, filter, refusal, onFilterChange } = props
  const { mutate: sendAgain, isPending } = useMutation(resendFailed(projectRef, webhookId))
  return (
    <section aria-label="Log" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto font-medium text-sm">Log</h3>
        <Select
          size="sm"
          aria-label="State"
          className="w-32!"
          options={outcomes}
          value={filter.outcome ?? ANY}
          onValueChange={(outcome) =>
            onFilterChange({ ...filter, outcome: outcome === ANY ? undefined : outcome })
          }
        />
        <Select
          size="sm"
          aria-label="Time"
          className="w-36!"
          options={periods}
          value={filter.period ?? ANY}
          onValueChange={(period) =>
            onFilterChange({ ...filter, period: period === ANY ? undefined : period })
          }
        />
        <Button size="sm" icon={RotateCw} loading={isPending} reason={refusal} onClick={() => sendAgain()}>
          Resend failed
        </Button>
      </div>
      <Deliveries {...props} />
    </section>
  )
}

function Deliveries({ projectRef, webhookId, filter, onFilterChange, onOpen }: Props) {
  const list = useInfiniteQuery({
    ...tableWebhookQueries.deliveries(projectRef, webhookId, filter),
    placeholderData: keepPreviousData,
  })
  const isFiltered = filter.outcome !== undefined || filter.period !== undefined
  return (
    <ListStates
      list={list}
      failure="Failed to load the log"
      skeleton={<TableSkeleton label="Loading the log" columns={3} rows={5} />}
      rowsOf={({ pages }) => pages.flat()}
      empty={
        isFiltered ? (
          <EmptyState
            icon={SearchX}
            title="No matching events"
            action={<Button onClick={() => onFilterChange({})}>Clear filters</Button>}
          />
        ) : (
          <EmptyState icon={Inbox} title="No events yet">
            Change a row of the table, or send a test event.
          </EmptyState>
        )
      }
    >
      {(deliveries) => (
        <>
          <Table label="Events" columns={columnsOf(onOpen)} rows={deliveries} rowKey={({ id }) => id} />
          {list.hasNextPage && <LoadMore {...loadMoreProps(list)} failure="Failed to load more events." />}
        </>
      )}
    </ListStates>
  )
}

const columnsOf = (onOpen: (id: string) => void): TableColumn<TableWebhookDelivery>[] => [
  {
    key: 'event',
    header: 'Event',
    width: '9rem',
    cell: ({ id, event, created_at }) => (
      <span className="flex flex-col items-start py-1.5">
        <button
          type="button"
          onClick={() => onOpen(id)}
          aria-label={`Event ${id}, ${event ?? 'too large'}`}
          className="rounded-sm font-mono text-xs underline decoration-line-strong underline-offset-3 hover:decoration-current"
        >
          {event ?? 'Too large'}
        </button>
        <When time={created_at} className="text-ink-muted text-xs sm:hidden" />
      </span>
    ),
  },
  { key: 'state', header: 'State', cell: (delivery) => <DeliveryState delivery={delivery} /> },
  {
    key: 'when',
    header: 'Happened',
    width: '9rem',
    align: 'end',
    wideOnly: true,
    cell: ({ created_at }) => <When time={created_at} className="text-ink-muted text-xs" />,
  },
]
