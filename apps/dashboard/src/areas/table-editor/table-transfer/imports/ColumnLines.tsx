import { type ReactNode, useState } from 'react'
import { formatAmount } from '../../../../lib/amount.ts'
import { Input } from '../../../../ui/controls/Input.tsx'
import { VirtualRows } from '../../../../ui/grid/VirtualRows.tsx'

/** More columns than this are searched and scrolled in a box of their own. */
const ALL_SHOWN_MAX = 40
/** In pixels. */
const ROW_HEIGHT = 48

/** A row of controls for a column, or a second one. */
export interface ColumnLine {
  /** Of the column, from 0. */
  readonly place: number
  readonly key: string
  readonly name: string
}

/** The columns of a table and the controls of each: a plain list of a few, and a virtual one with a search of many. */
export function ColumnLines<Line extends ColumnLine>({
  label,
  lines,
  renderLine,
}: {
  label: string
  lines: readonly Line[]
  /** All of equal height. */
  renderLine: (line: Line) => ReactNode
}) {
  const [search, setSearch] = useState('')
  if (lines.length <= ALL_SHOWN_MAX)
    return (
      <ul aria-label={label} className="flex flex-col">
        {lines.map((line) => (
          <li key={line.key} style={{ minHeight: ROW_HEIGHT }}>
            {renderLine(line)}
          </li>
        ))}
      </ul>
    )
  const columns = new Set(lines.map(({ place }) => place)).size
  const wanted = search.trim().toLowerCase()
  const found = lines.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <div className="flex flex-col gap-2">
      <Input
        type="search"
        aria-label="Search columns"
        placeholder={`Search ${formatAmount('count', columns)} columns`}
        value={search}
        onValueChange={setSearch}
      />
      {found.length === 0 ? (
        <p role="status" className="text-ink-muted text-sm">
          No column has this in its name.
        </p>
      ) : (
        <VirtualRows
          label={label}
          rows={found}
          rowKey={({ key }) => key}
          rowHeight={ROW_HEIGHT}
          renderRow={renderLine}
          className="max-h-96 rounded-md border border-line px-3"
        />
      )}
    </div>
  )
}
