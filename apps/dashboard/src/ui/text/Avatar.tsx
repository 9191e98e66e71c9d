import { cx } from '../../lib/class-names.ts'
import { initials } from './initials.ts'

const sizes = { sm: 'size-5 text-2xs', md: 'size-7 text-xs', lg: 'size-9 text-sm' }

/** The initials of a person or organization. Decorative: the name must be beside it or label its button. */
export function Avatar({ name, size = 'md' }: { name: string; size?: keyof typeof sizes }) {
  return (
    <span
      aria-hidden="true"
      data-initials={initials(name)}
      className={cx(
        // In CSS, because as text it would become part of its button's name.
        'before:content-[attr(data-initials)]',
        'grid shrink-0 select-none place-items-center rounded-full border border-line-strong bg-surface-3 font-medium text-ink-muted',
        sizes[size],
      )}
    />
  )
}
