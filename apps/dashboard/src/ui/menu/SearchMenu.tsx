import { Combobox as Base } from '@base-ui/react/combobox'
import { Search } from 'lucide-react'
import { type ReactElement, type ReactNode, type UIEvent, useState } from 'react'
import { cx } from '../../lib/class-names.ts'
import { inputTextClass } from '../controls/input-class.ts'
import { checkMark, OptionContent } from '../controls/OptionContent.tsx'
import type { Option } from '../controls/option.ts'
import { floatingClass, optionClass } from '../floating/floating-class.ts'
import { usePortalContainer } from '../floating/portal-container.ts'

/**
 * Highlights the first option also when results arrive after typing. Combobox declares a boolean, but passes the value
 * to code shared with Autocomplete, which documents 'always'.
 */
const highlightFirst = 'always' as unknown as boolean

/** The distance from its end at which a list loads more. */
const END_DISTANCE_PX = 64
/** The number of options rendered at first and added near the end. */
const LINES_STEP = 100

/**
 * A button that opens a searchable list. Typing filters by label, or with `onSearch` the caller supplies other options.
 * `message` replaces the list: loading, failed, no matches.
 */
export function SearchMenu<Value extends string>({
  label,
  trigger,
  options,
  value,
  onSelect,
  placeholder,
  message,
  onSearch,
  onEndReached,
  onOpenChange,
  listClassName,
  footer,
}: {
  label: string
  trigger: ReactElement
  options: readonly Option<Value>[]
  value: Value | null
  onSelect: (value: Value) => void
  placeholder: string
  message?: ReactNode
  onSearch?: (text: string) => void
  onEndReached?: () => void
  onOpenChange?: (open: boolean) => void
  /** Overrides the list's height. */
  listClassName?: string | undefined
  /** Links below the list; `close` belongs in their `onClick`. */
  footer?: (close: () => void) => ReactNode
}) {
  const container = usePortalContainer()
  const [isOpen, setOpen] = useState(false)
  const [lines, setLines] = useState(LINES_STEP)
  const change = (open: boolean) => {
    setOpen(open)
    setLines(LINES_STEP)
    onOpenChange?.(open)
    if (!open) onSearch?.('')
  }
  const checkEnd = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight >= END_DISTANCE_PX) return
    if (lines < options.length) setLines(lines + LINES_STEP)
    else onEndReached?.()
  }
  return (
    <Base.Root<Option<Value>>
      items={[...options]}
      limit={lines}
      {...(onSearch && { filter: null })}
      value={options.find((option) => option.value === value) ?? null}
      onValueChange={(option) => option && option.value !== value && onSelect(option.value)}
      onInputValueChange={(text, { reason }) => reason === 'input-change' && onSearch?.(text)}
      isItemEqualToValue={(item, chosen) => item.value === chosen.value}
      open={isOpen}
      onOpenChange={change}
      autoHighlight={highlightFirst}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner sideOffset={4} align="start" className="z-50 outline-none">
          <Base.Popup aria-label={label} className={cx(floatingClass, 'w-72 max-w-(--available-width)')}>
            <div className="flex items-center border-line border-b">
              <Search className="ml-3 size-4 text-ink-faint" aria-hidden />
              <Base.Input
                aria-label={placeholder}
                placeholder={placeholder}
                className={cx('h-9 w-full min-w-0 bg-transparent px-2 outline-none', inputTextClass)}
              />
            </div>
            {message && <div className="px-3 py-3 text-ink-muted">{message}</div>}
            <Base.List
              onScroll={checkEnd}
              className={cx(
                'scroll-py-1 overflow-y-auto overscroll-contain p-1 data-empty:p-0',
                listClassName ?? 'max-h-[min(14.5rem,var(--available-height))]',
              )}
            >
              {(option: Option<Value>) => (
                <Base.Item key={option.value} value={option} className={optionClass}>
                  <OptionContent option={option}>
                    <Base.ItemIndicator>{checkMark}</Base.ItemIndicator>
                  </OptionContent>
                </Base.Item>
              )}
            </Base.List>
            {footer && (
              <div className="flex flex-col border-line border-t p-1">{footer(() => change(false))}</div>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
