import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Choice } from './Choice.tsx'

export interface CheckboxProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  /** Some but not all of the items are selected. */
  indeterminate?: boolean
  label?: ReactNode
  description?: ReactNode
  disabled?: boolean
  name?: string
  onBlur?: () => void
  ref?: Ref<HTMLElement>
  'aria-label'?: string
}

/** Without a `label` it needs an `aria-label`, as in the cells of a table. */
export function Checkbox({ label, description, indeterminate, onCheckedChange, ...rest }: CheckboxProps) {
  const box = (describedBy?: string) => (
    <Base.Root
      {...rest}
      indeterminate={indeterminate}
      aria-describedby={describedBy}
      onCheckedChange={(checked) => onCheckedChange(checked)}
      className="grid size-4 place-items-center rounded-sm border border-control bg-field text-on-brand transition-colors data-disabled:opacity-50 data-checked:border-brand data-checked:bg-brand data-indeterminate:border-brand data-indeterminate:bg-brand data-invalid:border-critical"
    >
      <Base.Indicator className="grid place-items-center">
        {indeterminate ? <Minus className="size-3" aria-hidden /> : <Check className="size-3" aria-hidden />}
      </Base.Indicator>
    </Base.Root>
  )
  if (label === undefined) return box()
  return (
    <Choice label={label} description={description} disabled={rest.disabled}>
      {box}
    </Choice>
  )
}
