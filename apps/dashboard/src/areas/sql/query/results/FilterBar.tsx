import { Search, X } from 'lucide-react'
import { useDebouncedText } from '../../../../lib/use-debounced-text.ts'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import type { StatementOutcome } from './result-collector.ts'
import { filteredLabel, isCutOff } from './result-labels.ts'
import { filterLabel, withoutFilter } from './row-view.rules.ts'
import type { RowViewState } from './use-row-view.ts'

const SEARCH_DEBOUNCE_MS = 150

/** The filters of a result, above the grid. Escape closes it and shows all rows again. */
export function FilterBar({
  label = 'Filter loaded rows',
  outcome,
  limit,
  rowView,
}: {
  label?: string
  outcome: StatementOutcome
  limit: number | undefined
  rowView: RowViewState
}) {
  const { view, change, isWorking, close } = rowView
  const { fields = [], rowCount } = outcome
  const { text, set } = useDebouncedText(
    view.search,
    (search) => change({ ...view, search }),
    SEARCH_DEBOUNCE_MS,
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape belongs to all fields in here
    <div
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-line border-b px-2 py-1 text-xs"
      onKeyDown={({ key }) => {
        if (key === 'Escape') close()
      }}
    >
      <Input
        size="sm"
        type="search"
        icon={Search}
        className="sm:max-w-56"
        autoFocus={view.filters.length === 0}
        aria-label={label}
        placeholder={label}
        value={text}
        onValueChange={set}
      />
      {view.filters.map((filter) => {
        const filterText = filterLabel(filter, fields[filter.column]?.name ?? '')
        return (
          <span
            key={filterText}
            className="flex max-w-72 items-center gap-1 rounded-sm border border-line bg-surface-2 pl-2 font-mono"
          >
            <span className="truncate">{filterText}</span>
            <IconButton
              size="sm"
              icon={X}
              label={`Remove: ${filterText}`}
              onClick={() => change(withoutFilter(view, filter))}
            />
          </span>
        )
      })}
      {isWorking && <Spinner label="Filtering rows" />}
      <p role="status" className="min-w-0 flex-1 text-ink-muted">
        {isWorking ? '' : filteredLabel(rowView.rowCount, rowCount, isCutOff(outcome, limit))}
      </p>
      <IconButton size="sm" icon={X} label="Close filter" onClick={close} />
    </div>
  )
}
