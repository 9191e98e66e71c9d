import type { ApiContents } from '@basalt/contract/api-docs/api-docs.schema.ts'
import { Search } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { Input } from '../../../ui/controls/Input.tsx'
import { LazySelect } from '../../../ui/controls/LazySelect.tsx'
import { VirtualRows } from '../../../ui/grid/VirtualRows.tsx'
import { type DocMenuRow, docMenuRows } from './doc-menu.rules.ts'
import { type DocPlace, isSamePlace } from './doc-place.rules.ts'

const ROW_HEIGHT = 32

export interface EntryProps {
  className: string
  children: ReactNode
  'aria-current': 'page' | undefined
  'data-row-target': true
  onClick: () => void
}

/** Renders the link or button that opens a place. */
export type RenderEntry = (place: DocPlace, props: EntryProps) => ReactNode

/** The table of contents. Only visible rows of long lists render. */
export function DocsMenu({
  contents,
  place,
  renderEntry,
  onChosen,
  onSchemaChange,
}: {
  /** Undefined while it loads. */
  contents: ApiContents | undefined
  place: DocPlace
  renderEntry: RenderEntry
  onChosen: () => void
  onSchemaChange: (schema: string) => void
}) {
  const [search, setSearch] = useState('')
  const rows = useMemo(() => docMenuRows(contents, search, place.schema), [contents, search, place.schema])
  return (
    <nav aria-label="API docs" className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-2 p-3 pb-1">
        {contents && contents.schemas.length > 1 && (
          <LazySelect
            aria-label="Schema"
            options={contents.schemas.map((schema) => ({ value: schema, label: schema }))}
            value={contents.schema ?? ''}
            onValueChange={onSchemaChange}
          />
        )}
        <Input
          type="search"
          icon={Search}
          aria-label="Search tables and functions"
          placeholder="Search"
          value={search}
          onValueChange={setSearch}
        />
      </div>
      {rows.length === 0 ? (
        <p role="status" className="px-5 py-3 text-ink-muted text-sm">
          No matches.
        </p>
      ) : (
        <VirtualRows
          label="Contents"
          rows={rows}
          rowKey={({ key }) => key}
          rowHeight={ROW_HEIGHT}
          renderRow={(row) => <Row row={row} place={place} renderEntry={renderEntry} onChosen={onChosen} />}
          className="px-3 pt-1 pb-3"
        />
      )}
    </nav>
  )
}

function Row({
  row,
  place,
  renderEntry,
  onChosen,
}: {
  row: DocMenuRow
  place: DocPlace
  renderEntry: RenderEntry
  onChosen: () => void
}) {
  if (row.kind === 'title')
    return (
      <h2 className="flex h-8 items-end justify-between px-2 pb-1 text-ink-faint text-xs">
        {row.label}
        <span className="tabular-nums">{row.count.toLocaleString('en')}</span>
      </h2>
    )
  const isCurrent = isSamePlace(row.place, place)
  return renderEntry(row.place, {
    'data-row-target': true,
    'aria-current': isCurrent ? 'page' : undefined,
    onClick: onChosen,
    className: cx(
      'flex h-8 w-full min-w-0 items-center rounded-md px-2 text-left text-sm transition-colors',
      isCurrent ? 'bg-surface-3 text-ink' : 'text-ink-muted hover:bg-surface-2 hover:text-ink',
    ),
    children: <span className="truncate">{row.label}</span>,
  })
}
