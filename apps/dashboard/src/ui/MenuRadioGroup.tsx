import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { optionClass } from './floating-class.ts'
import type { Option } from './option.ts'

/** A choice inside a menu, such as the theme. The menu stays open, so that the effect can be compared, unless it `closes`. */
export function MenuRadioGroup<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  closes = false,
}: {
  label: string
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  closes?: boolean
}) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: Value) => onValueChange(next)}>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-ink-faint text-xs">{label}</Base.GroupLabel>
      {options.map(({ value: option, label: name, icon: OptionIcon, disabled }) => (
        <Base.RadioItem
          key={option}
          value={option}
          disabled={disabled}
          closeOnClick={closes}
          className={optionClass}
        >
          {OptionIcon && <OptionIcon className="size-4 text-ink-muted" aria-hidden />}
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <Base.RadioItemIndicator>
            <Check className="size-4 text-brand-ink" aria-hidden />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}
