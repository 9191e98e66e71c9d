import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { inputTextClass } from '../../../ui/controls/input-class.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { KeyboardKey } from '../../../ui/text/KeyboardKey.tsx'
import { When } from '../../../ui/text/When.tsx'
import { fuzzySearch } from './fuzzy.rules.ts'
import { queryHistoryQueries } from './query-history.queries.ts'

const SEARCH_DEBOUNCE_MS = 200
const RESULTS_MAX = 50
const LINE_LENGTH_MAX = 300

export interface HistoryPaletteActions {
  /** Opens the text in a new query. */
  onOpen: (sql: string) => void
  /** Opens the text in a new query and runs it. */
  onRunAgain: (sql: string) => void
}

/** Fuzzy search over past queries, to open one or run it again. */
export function HistoryPalette({
  projectRef,
  open,
  onOpenChange,
  ...actions
}: { projectRef: string; open: boolean; onOpenChange: (open: boolean) => void } & HistoryPaletteActions) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Search query history"
      size="lg"
      initialFocus={field}
    >
      <Palette projectRef={projectRef} field={field} onClose={() => onOpenChange(false)} {...actions} />
    </Dialog>
  )
}

/** Searches the latest runs here, fuzzily, and all others on the server by substring. */
function useFound(ref: string, text: string, search: string) {
  const latest = useInfiniteQuery(queryHistoryQueries.list(ref, ''))
  const older = useInfiniteQuery({ ...queryHistoryQueries.list(ref, search), enabled: search !== '' })
  const entries = [...(latest.data?.pages ?? []), ...((search && older.data?.pages) || [])].flatMap(
    ({ data }) => data,
  )
  const error = latest.error ?? older.error
  return {
    found: fuzzySearch(entries, text).slice(0, RESULTS_MAX),
    message: error
      ? `Failed to load query history: ${error.message}`
      : latest.isPending || (search !== '' && older.isPending)
        ? 'Loading query history'
        : 'No matching queries',
  }
}

function Palette({
  projectRef,
  field,
  onClose,
  onOpen,
  onRunAgain,
}: {
  projectRef: string
  field: RefObject<HTMLInputElement | null>
  onClose: () => void
} & HistoryPaletteActions) {
  const id = useId()
  const [search, setSearch] = useState('')
  const { text, set } = useDebouncedText(search, (next) => setSearch(next.trim()), SEARCH_DEBOUNCE_MS)
  const { found, message } = useFound(projectRef, text, search)
  const [highlighted, setHighlighted] = useState(0)
  const index = Math.min(highlighted, found.length - 1)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${index}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, index])

  const choose = (position: number, isRun: boolean) => {
    const entry = found[position]
    if (!entry) return
    if (entry.is_cut)
      return void toast({
        tone: 'warning',
        title: 'Only the beginning of this query was saved',
        description: 'It is too long for the history. Look for it in the saved queries.',
      })
    onClose()
    if (isRun) onRunAgain(entry.sql)
    else onOpen(entry.sql)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (found.length > 0) setHighlighted((index + step + found.length) % found.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      // Otherwise the page behind would handle Enter too.
      event.stopPropagation()
      choose(index, event.metaKey || event.ctrlKey)
    }
  }
  return (
    <div className="flex max-h-[60dvh] min-h-0 flex-col">
      <div className="flex h-11 shrink-0 items-center gap-2 border-line border-b px-3">
        <Search className="size-4 text-ink-faint" aria-hidden />
        <input
          ref={field}
          role="combobox"
          aria-label="Find a query"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${index}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Search SQL or email address"
          value={text}
          onChange={({ target }) => {
            set(target.value)
            setHighlighted(0)
          }}
          onKeyDown={press}
          className={cx('h-full w-full min-w-0 bg-transparent outline-none', inputTextClass)}
        />
      </div>
      <p role="status" className={cx('px-4 text-ink-muted text-sm', found.length === 0 && 'py-4')}>
        {found.length === 0 && message}
      </p>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Runs"
        className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain', found.length > 0 && 'p-1.5')}
      >
        {found.map((entry, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and handles keys
          // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the field above
          <div
            key={entry.id}
            id={`${id}-${position}`}
            role="option"
            aria-selected={position === index}
            onPointerMove={() => setHighlighted(position)}
            onClick={(event) => choose(position, event.metaKey || event.ctrlKey)}
            className={cx('cursor-default rounded-sm px-2 py-1.5', position === index && 'bg-surface-3')}
          >
            <p className="truncate font-mono text-xs">
              {entry.sql.slice(0, LINE_LENGTH_MAX).replace(/\s+/g, ' ')}
            </p>
            <p className="truncate text-ink-muted text-xs">
              {entry.outcome !== 'done' && <span className="text-critical-ink">{entry.outcome} · </span>}
              <When time={entry.started_at} /> · {entry.started_by} · as {entry.role}
            </p>
          </div>
        ))}
      </div>
      <p className="flex shrink-0 flex-wrap gap-4 border-line border-t px-3 py-2 text-ink-muted text-xs">
        <span className="flex items-center gap-1.5">
          <KeyboardKey keys={['Enter']} /> Open in editor
        </span>
        <span className="flex items-center gap-1.5">
          <KeyboardKey keys={['Mod', 'Enter']} /> Run again
        </span>
      </p>
    </div>
  )
}
