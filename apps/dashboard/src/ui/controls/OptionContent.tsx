import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../lib/class-names.ts'
import type { Option } from './option.ts'

/** The content of an option in a select or combobox; `children` is its selected mark. */
export function OptionContent({ option, children }: { option: Option; children?: ReactNode }) {
  const OptionIcon = option.icon
  return (
    <>
      {OptionIcon && <OptionIcon className="size-4 text-ink-muted" aria-hidden />}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{option.label}</span>
        {option.description && (
          // A truncated reason would be useless.
          <span className={cx('block text-ink-muted text-xs', !option.disabled && 'truncate')}>
            {option.description}
          </span>
        )}
      </span>
      {option.note && <span className="shrink-0 text-ink-muted text-xs">{option.note}</span>}
      {children}
    </>
  )
}

export const checkMark = <Check className="size-4 text-brand-ink" aria-hidden />
