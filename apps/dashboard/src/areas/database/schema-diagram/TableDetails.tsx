import type { DiagramTable } from '@basalt/contract/schema-diagram/schema-diagram.schema.ts'
import { Link } from '@tanstack/react-router'
import { FileCode2, Table2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { markNames, marksOf, referringColumns, shownType } from './column-facts.rules.ts'
import { hiddenText } from './drawing.rules.ts'
import type { BackReference } from './relations.rules.ts'
import { TableRelations } from './TableRelations.tsx'

/** The table that is looked at: its columns, relations, and the ways to its rows and its SQL. */
export function TableDetails({
  projectRef: ref,
  schema,
  table,
  back,
  linkTo,
  onClose,
}: {
  projectRef: string
  schema: string
  table: DiagramTable
  back: readonly BackReference[]
  linkTo: (id: number, name: string) => ReactNode
  onClose: () => void
}) {
  const referring = referringColumns(table)
  const hidden = table.column_count - table.columns.length
  const params = { ref, tableId: String(table.id) }
  return (
    <aside
      aria-label={`Table ${table.name}`}
      className="flex w-80 shrink-0 flex-col gap-4 overflow-y-auto border-line border-l bg-surface-0 p-4 max-md:absolute max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:max-h-1/2 max-md:w-auto max-md:border-t max-md:border-l-0"
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="wrap-anywhere font-semibold">{table.name}</h2>
        <IconButton size="sm" icon={X} label="Close" onClick={onClose} />
      </div>
      {table.comment !== null && <p className="wrap-anywhere text-ink-muted text-sm">{table.comment}</p>}
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          size="sm"
          icon={Table2}
          render={<Link to="/project/$ref/editor/$tableId" params={params} search={{ schema }} />}
        >
          Open in table editor
        </ButtonLink>
        <ButtonLink
          size="sm"
          icon={FileCode2}
          render={
            <Link
              to="/project/$ref/editor/$tableId"
              params={params}
              search={{ schema, view: 'definition' }}
            />
          }
        >
          Definition
        </ButtonLink>
      </div>
      {!table.rls_enabled && table.kind !== 'f' && (
        <div>
          <Badge tone="warning">Row level security is off</Badge>
        </div>
      )}
      <TableRelations table={table} schema={schema} back={back} linkTo={linkTo} />
      <div className="flex flex-col gap-1">
        <p className="font-medium text-ink-muted text-xs">Columns</p>
        <ul className="flex flex-col gap-1.5">
          {table.columns.map((column) => {
            const facts = [
              ...marksOf(column, referring).map((mark) => markNames[mark]),
              ...(column.generated ? ['generated'] : []),
              ...(column.nullable ? [] : ['not null']),
            ]
            return (
              <li key={column.name} className="wrap-anywhere">
                <span className="flex items-baseline justify-between gap-3 font-mono text-xs">
                  <span>{column.name}</span>
                  <span className="text-right text-ink-muted">{shownType(column.type, schema)}</span>
                </span>
                {facts.length > 0 && (
                  <span className="block text-2xs text-ink-muted">{facts.join(' · ')}</span>
                )}
                {column.comment !== null && (
                  <span className="block text-ink-muted text-xs">{column.comment}</span>
                )}
              </li>
            )
          })}
          {hidden > 0 && <li className="text-ink-muted text-xs">{hiddenText(hidden)}</li>}
        </ul>
      </div>
    </aside>
  )
}
