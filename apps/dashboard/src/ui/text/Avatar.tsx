import { cx } from '../../lib/class-names.ts'
import { initials } from './initials.ts'

const sizes = { sm: 'size-5 text-2xs', md: 'size-7 text-xs', lg: 'size-9 text-sm' }

/** The initials of a person or organization. Decoration: the name stands beside it or names the button around it. */
export function Avatar({ name, size = 'md' }: { name: string; size?: keyof typeof sizes }) {
  return (
    <span
      aria-hidden="true"
      data-initials={initials(name)}
      className={cx(
        // Drawn, not written: as text it would have to be part of the name of the button around it.
        'before:content-[attr(data-initials)]',
        'grid shrink-0 select-none place-items-center rounded-full border border-line-strong bg-surface-3 font-medium text-ink-muted',
        sizes[size],
      )}
    />
  )
}
