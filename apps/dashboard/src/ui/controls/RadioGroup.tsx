import { Radio } from '@base-ui/react/radio'
import { RadioGroup as Base } from '@base-ui/react/radio-group'
import type { Ref } from 'react'
import { cx } from '../../lib/class-names.ts'
import { Choice } from './Choice.tsx'
import type { Option } from './option.ts'

/** A choice with all options visible. `cards` frames each, for options with a description. */
export function RadioGroup<Value extends string>({
  options,
  value,
  onValueChange,
  layout = 'list',
  disabled,
  name,
  onBlur,
  ref,
  'aria-label': ariaLabel,
}: {
  options: readonly Option<Value>[]
  value: Value | null
  onValueChange: (value: Value) => void
  layout?: 'list' | 'inline' | 'cards'
  disabled?: boolean
  name?: string
  onBlur?: () => void
  /** The first radio button, for focus. */
  ref?: Ref<HTMLElement>
  'aria-label'?: string
}) {
  return (
    <Base
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      disabled={disabled}
      name={name}
      onBlur={onBlur}
      aria-label={ariaLabel}
      className={cx(
        'flex gap-3',
        layout === 'inline' ? 'flex-wrap gap-x-5' : 'flex-col',
        layout === 'cards' && 'gap-2',
      )}
    >
      {options.map((option, index) => (
        <div
          key={option.value}
          className={cx(
            layout === 'cards' &&
              'rounded-md border border-line px-3 py-2 transition-colors has-[[data-checked]]:border-brand has-[[data-checked]]:bg-brand-subtle',
          )}
        >
          <Choice
            label={option.label}
            description={option.description}
            disabled={disabled || option.disabled}
          >
            {(describedBy, labelId) => (
              <Radio.Root
                ref={index === 0 ? ref : undefined}
                value={option.value}
                disabled={option.disabled}
                aria-labelledby={labelId}
                aria-describedby={describedBy}
                className="grid size-4 place-items-center rounded-full border border-control bg-field transition-colors data-disabled:opacity-50 data-checked:border-brand data-checked:bg-brand"
              >
                <Radio.Indicator className="size-1.5 rounded-full bg-on-brand" />
              </Radio.Root>
            )}
          </Choice>
        </div>
      ))}
    </Base>
  )
}
