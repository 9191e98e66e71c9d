import { Combobox as Base } from '@base-ui/react/combobox'
import { ChevronsUpDown } from 'lucide-react'
import type { Ref } from 'react'
import { formatAmount } from '../../lib/amount.ts'
import { cx } from '../../lib/class-names.ts'
import { floatingClass, optionClass } from '../floating/floating-class.ts'
import { usePortalContainer } from '../floating/portal-container.ts'
import { type InputSize, inputFrameClass, inputHeights, inputTextClass } from './input-class.ts'
import { checkMark, OptionContent } from './OptionContent.tsx'
import type { Option } from './option.ts'

/**
 * A select with a search. The text filters by label, or with `onSearch` the caller supplies other options; only an option
 * can become the value.
 */
export function Combobox<Value extends string>({
  options,
  value,
  onValueChange,
  placeholder = 'Search…',
  emptyText = 'No matches',
  hasWideList = false,
  shownMax,
  onSearch,
  hasMore = false,
  size = 'md',
  className,
  disabled,
  name,
  onBlur,
  ref,
  'aria-label': ariaLabel,
}: {
  options: readonly Option<Value>[]
  value: Value | null
  onValueChange: (value: Value | null) => void
  placeholder?: string
  emptyText?: string
  /** The list of a narrow field has room for descriptions. */
  hasWideList?: boolean
  /** Options that the open list has at most; the others are found by typing. All of them when left out. */
  shownMax?: number
  /** With it, values are their own labels: the value may be none of the options that were found. */
  onSearch?: (text: string) => void
  /** Did the search find more than the options? */
  hasMore?: boolean
  size?: InputSize
  className?: string
  disabled?: boolean
  name?: string
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  'aria-label'?: string
}) {
  const container = usePortalContainer()
  const byValue = new Map(options.map((option) => [option.value, option]))
  return (
    // The items are values, not options: options that arrive while somebody types are new objects, and a value that
    // seems new would overwrite the typed text with its label.
    <Base.Root<Value>
      items={[...byValue.keys()]}
      itemToStringLabel={(item) => byValue.get(item)?.label ?? (onSearch ? item : '')}
      value={value !== null && (onSearch || byValue.has(value)) ? value : null}
      {...(onSearch && {
        filter: null,
        onInputValueChange: (text: string, { reason }: { reason: string }) =>
          reason === 'input-change' && onSearch(text),
        onOpenChange: (isOpen: boolean) => !isOpen && onSearch(''),
      })}
      onValueChange={onValueChange}
      disabled={disabled}
      name={name}
      {...(shownMax !== undefined && { limit: shownMax })}
      autoHighlight
    >
      <Base.InputGroup className={cx(inputFrameClass, inputHeights[size], className)}>
        <Base.Input
          ref={ref}
          aria-label={ariaLabel}
          placeholder={placeholder}
          onBlur={onBlur}
          className={cx(
            'h-full w-full min-w-0 rounded-md bg-transparent px-2.5 outline-none',
            inputTextClass,
          )}
        />
        <Base.Trigger
          aria-label="Show options"
          tabIndex={-1}
          className="grid h-full w-7 shrink-0 place-items-center text-ink-faint available:hover:text-ink"
        >
          <ChevronsUpDown className="size-3.5" aria-hidden />
        </Base.Trigger>
      </Base.InputGroup>
      <Base.Portal container={container}>
        <Base.Positioner sideOffset={4} className="z-50 outline-none">
          <Base.Popup
            className={cx(
              floatingClass,
              'w-(--anchor-width) max-w-(--available-width)',
              hasWideList && 'min-w-[min(20rem,var(--available-width))]',
            )}
          >
            <Base.Empty className="px-3 py-2 text-ink-muted empty:hidden">{emptyText}</Base.Empty>
            <Base.List className="max-h-[min(20rem,var(--available-height))] scroll-py-1 overflow-y-auto overscroll-contain p-1 data-empty:p-0">
              {(item: Value) => (
                <Base.Item
                  key={item}
                  value={item}
                  disabled={byValue.get(item)!.disabled}
                  className={optionClass}
                >
                  <OptionContent option={byValue.get(item)!}>
                    <Base.ItemIndicator>{checkMark}</Base.ItemIndicator>
                  </OptionContent>
                </Base.Item>
              )}
            </Base.List>
            {hasMore && (
              <p className="border-line border-t px-3 py-1.5 text-ink-muted text-xs">
                There are more. Type to find one.
              </p>
            )}
            {shownMax !== undefined && options.length > shownMax && (
              <p className="border-line border-t px-3 py-1.5 text-ink-muted text-xs">
                {formatAmount('count', options.length)} in all. Type to find one.
              </p>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
