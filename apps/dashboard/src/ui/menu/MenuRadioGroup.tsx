import { Menu as Base } from '@base-ui/react/menu'
import { checkMark, OptionContent } from '../controls/OptionContent.tsx'
import type { Option } from '../controls/option.ts'
import { optionClass } from '../floating/floating-class.ts'

/** Radio items in a menu, such as the theme. The menu stays open, so that options can be compared, unless `closes`. */
export function MenuRadioGroup<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  closes = false,
  className,
}: {
  label: string
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  closes?: boolean
  className?: string
}) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: Value) => onValueChange(next)} className={className}>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-ink-faint text-xs">{label}</Base.GroupLabel>
      {options.map((option) => (
        <Base.RadioItem
          key={option.value}
          value={option.value}
          disabled={option.disabled}
          closeOnClick={closes}
          className={optionClass}
        >
          <OptionContent option={option}>
            <Base.RadioItemIndicator>{checkMark}</Base.RadioItemIndicator>
          </OptionContent>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}
