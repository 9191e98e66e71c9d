import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { optionClass } from '../floating/floating-class.ts'

/** A checkbox in a menu, which stays open. */
export function MenuCheckboxItem({
  checked,
  onCheckedChange,
  disabled,
  children,
}: {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  children: ReactNode
}) {
  return (
    <Base.CheckboxItem
      checked={checked}
      onCheckedChange={(next) => onCheckedChange(next)}
      disabled={disabled}
      className={optionClass}
    >
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <Base.CheckboxItemIndicator>
        <Check className="size-4 text-brand-ink" aria-hidden />
      </Base.CheckboxItemIndicator>
    </Base.CheckboxItem>
  )
}
