import { Table } from '../../../ui/table/Table.tsx'

interface Unavailable {
  readonly name: string
  readonly does: string
  readonly reason: string
  readonly instead: string
}

/** What other platforms have and this one does not, with the reason and what to use. `what` is a plural, such as `extensions`. */
export const UnavailableHere = ({ what, rows }: { what: string; rows: readonly Unavailable[] }) => {
  const title = `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  return (
    <section aria-label="Not available here" className="flex flex-col gap-3 pt-4">
      <div>
        <h2 className="font-medium">Not available here</h2>
        <p className="text-ink-muted text-sm">
          {title} that other platforms have, why this one does not, and what to use.
        </p>
      </div>
      <Table
        label={`${title} that are not available`}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          {
            key: 'name',
            header: 'Name',
            width: '30%',
            cell: ({ name, does }) => (
              <span className="flex flex-col py-1">
                <span className="wrap-anywhere font-medium">{name}</span>
                <span className="text-ink-muted text-xs">{does}</span>
              </span>
            ),
          },
          {
            key: 'reason',
            header: 'Reason and alternative',
            cell: ({ reason, instead }) => (
              <span className="flex flex-col py-1">
                <span className="text-ink-muted">{reason}</span>
                <span>Instead: {instead}</span>
              </span>
            ),
          },
        ]}
      />
    </section>
  )
}
