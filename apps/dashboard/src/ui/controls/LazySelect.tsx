import { ChevronsUpDown } from 'lucide-react'
import { cx } from '../../lib/class-names.ts'
import { lazyControl } from '../lazy-control.tsx'
import { inputHeights } from './input-class.ts'
import type { SelectProps } from './Select.tsx'
import { selectClass } from './select-class.ts'

type Props = Pick<SelectProps<string>, 'options' | 'value' | 'onValueChange' | 'className' | 'aria-label'>

const Late = lazyControl<Props>(
  () => import('./Select.tsx').then((module) => module.Select<string>),
  ({ options, value, className, 'aria-label': ariaLabel }) => (
    <button
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded="false"
      aria-label={ariaLabel}
      className={cx(selectClass, inputHeights.md, className)}
    >
      <span className="min-w-0 flex-1 truncate">
        {options.find((option) => option.value === value)?.label}
      </span>
      <ChevronsUpDown className="size-3.5 text-ink-faint" aria-hidden />
    </button>
  ),
)

/** A Select that loads after its page, for the filters of lists, which are visible long before they are used. */
export function LazySelect<Value extends string>(
  props: Pick<SelectProps<Value>, 'options' | 'value' | 'onValueChange' | 'className'> & {
    'aria-label': string
  },
) {
  return <Late {...(props as unknown as Props)} />
}
