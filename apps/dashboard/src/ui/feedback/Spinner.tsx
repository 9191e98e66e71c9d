import { cx } from '../../lib/class-names.ts'

/** A busy indicator. With a `label` it is announced; without one, the surrounding text must tell what is happening. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className={cx('inline-flex items-center gap-2', className)}>
      <svg viewBox="0 0 16 16" className="size-4 animate-spin" fill="none" aria-hidden="true">
        <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeOpacity="0.25" strokeWidth="1.5" />
        <path
          d="M14.25 8A6.25 6.25 0 0 0 8 1.75"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
        />
      </svg>
      {label && <span className="text-ink-muted text-sm">{label}</span>}
    </span>
  )
}
