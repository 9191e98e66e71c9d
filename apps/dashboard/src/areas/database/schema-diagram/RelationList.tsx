import type { DiagramTable } from '@basalt/contract/schema-diagram/schema-diagram.schema.ts'
import { Link } from '@tanstack/react-router'
import { chunk } from '../../../lib/chunk.ts'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { VirtualSection } from '../../../ui/VirtualSection.tsx'
import type { BackReference } from './relations.rules.ts'
import { TableRelations } from './TableRelations.tsx'

const PART_SIZE = 25

/** What the diagram shows, as text: the tables of a schema and how they refer to each other. */
export function RelationList({
  projectRef: ref,
  schema,
  tables,
  back,
}: {
  projectRef: string
  schema: string
  tables: readonly DiagramTable[]
  back: ReadonlyMap<number, readonly BackReference[]>
}) {
  const linkTo = (id: number, name: string) => (
    <TextLink
      render={
        <Link to="/project/$ref/editor/$tableId" params={{ ref, tableId: String(id) }} search={{ schema }} />
      }
    >
      {name}
    </TextLink>
  )
  return (
    <section
      aria-label={`Tables of ${schema} and their relations`}
      className="min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6"
    >
      {chunk([...tables], PART_SIZE).map(({ start, items }) => (
        <VirtualSection key={start}>
          {items.map((table) => (
            <section
              key={table.id}
              aria-label={table.name}
              className="mx-auto mb-3 flex max-w-3xl flex-col gap-2 rounded-md border border-line bg-surface-1 p-3"
            >
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <h2 className="wrap-anywhere font-medium">{linkTo(table.id, table.name)}</h2>
                <span className="text-ink-muted text-xs tabular-nums">
                  {table.column_count.toLocaleString('en')} {table.column_count === 1 ? 'column' : 'columns'}
                </span>
              </div>
              {table.comment !== null && (
                <p className="wrap-anywhere text-ink-muted text-sm">{table.comment}</p>
              )}
              <TableRelations table={table} schema={schema} back={back.get(table.id) ?? []} linkTo={linkTo} />
              {table.foreign_keys.length === 0 && !back.has(table.id) && (
                <p className="text-ink-muted text-sm">No foreign keys.</p>
              )}
            </section>
          ))}
        </VirtualSection>
      ))}
    </section>
  )
}
