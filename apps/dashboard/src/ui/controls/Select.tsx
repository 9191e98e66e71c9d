import { Select as Base } from '@base-ui/react/select'
import { ChevronsUpDown } from 'lucide-react'
import type { Ref } from 'react'
import { cx } from '../../lib/class-names.ts'
import { floatingClass, optionClass } from '../floating/floating-class.ts'
import { usePortalContainer } from '../floating/portal-container.ts'
import { type InputSize, inputHeights } from './input-class.ts'
import { checkMark, OptionContent } from './OptionContent.tsx'
import type { Option } from './option.ts'
import { selectClass } from './select-class.ts'

export interface SelectProps<Value extends string> {
  options: readonly Option<Value>[]
  value: Value | null
  onValueChange: (value: Value) => void
  placeholder?: string
  size?: InputSize
  className?: string
  disabled?: boolean
  name?: string
  onBlur?: () => void
  ref?: Ref<HTMLButtonElement>
  'aria-label'?: string
}

/** A select for a short, known list. For more than about a dozen options, or to search, use Combobox. */
export function Select<Value extends string>({
  options,
  value,
  onValueChange,
  placeholder = 'Select…',
  size = 'md',
  className,
  disabled,
  name,
  onBlur,
  ref,
  'aria-label': ariaLabel,
}: SelectProps<Value>) {
  const container = usePortalContainer()
  const selected = options.find((option) => option.value === value)
  return (
    <Base.Root
      value={value}
      onValueChange={(next, { reason }) => {
        // When the chosen option leaves the open list, the library would choose the first value that there was.
        const isByItself = reason === 'none' && value !== null && !selected
        if (next !== null && !isByItself) onValueChange(next)
      }}
      items={options}
      disabled={disabled}
      name={name}
    >
      <Base.Trigger
        ref={ref}
        aria-label={ariaLabel}
        onBlur={onBlur}
        className={cx(selectClass, inputHeights[size], className)}
      >
        {selected?.icon && <selected.icon className="size-4 text-ink-muted" aria-hidden />}
        {/* The library takes the empty text for no choice, also where it is an option. */}
        <Base.Value className={cx('min-w-0 flex-1 truncate', !selected && !value && 'text-ink-faint')}>
          {selected?.label ?? (value || placeholder)}
        </Base.Value>
        <Base.Icon className="text-ink-faint">
          <ChevronsUpDown className="size-3.5" aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal container={container}>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className={cx(floatingClass, 'min-w-(--anchor-width) max-w-(--available-width)')}>
            <Base.List className="max-h-[min(20rem,var(--available-height))] scroll-py-1 overflow-y-auto overscroll-contain p-1">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  label={option.label}
                  disabled={option.disabled}
                  className={optionClass}
                >
                  <OptionContent option={option}>
                    <Base.ItemIndicator>{checkMark}</Base.ItemIndicator>
                  </OptionContent>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
