import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Popover } from '../../../ui/floating/Popover.tsx'
import {
  arranged,
  type ColumnLayout,
  displayed,
  hiddenCount,
  PLAIN_LAYOUT,
  withHidden,
} from './column-layout.rules.ts'

/** More columns are found by typing. */
const LISTED_MAX = 200
/** Fewer columns need no search. */
const SEARCHED_MIN = 10

/** Which columns are displayed. */
export function ColumnsPopover({
  columns,
  layout,
  onLayoutChange,
}: {
  columns: readonly GridColumn[]
  layout: ColumnLayout
  onLayoutChange: (layout: ColumnLayout) => void
}) {
  const [search, setSearch] = useState('')
  const hidden = hiddenCount(columns, layout)
  const shown = new Set(displayed(columns, layout))
  const found = arranged(columns, layout).filter((index) =>
    columns[index]!.name.toLowerCase().includes(search.trim().toLowerCase()),
  )
  return (
    <Popover
      label="Columns"
      trigger={
        <Button size="sm" icon={Columns3}>
          {hidden === 0 ? 'Columns' : `${hidden} hidden`}
        </Button>
      }
    >
      <div className="flex flex-col gap-2">
        {columns.length >= SEARCHED_MIN && (
          <Input
            size="sm"
            aria-label="Search columns"
            placeholder="Search columns"
            value={search}
            onValueChange={setSearch}
          />
        )}
        <div className="flex max-h-72 flex-col gap-1 overflow-y-auto">
          {found.slice(0, LISTED_MAX).map((index) => {
            const { name, position } = columns[index]!
            const isShown = shown.has(index)
            return (
              <Checkbox
                key={position}
                label={name}
                checked={isShown}
                disabled={isShown && shown.size === 1}
                onCheckedChange={(isChecked) => onLayoutChange(withHidden(layout, position, !isChecked))}
              />
            )
          })}
          {found.length === 0 && <p className="text-ink-muted text-sm">No column has this name.</p>}
          {found.length > LISTED_MAX && (
            <p className="text-ink-muted text-xs">{found.length - LISTED_MAX} more. Search to find them.</p>
          )}
        </div>
        <div className="flex gap-2">
          <Button size="sm" disabled={hidden === 0} onClick={() => onLayoutChange({ ...layout, hidden: [] })}>
            Show all
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onLayoutChange(PLAIN_LAYOUT)}>
            Reset layout
          </Button>
        </div>
      </div>
    </Popover>
  )
}
