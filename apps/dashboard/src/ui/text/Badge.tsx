import type { ReactNode } from 'react'
import { cx } from '../../lib/class-names.ts'
import type { Icon } from './icon.ts'
import type { Tone } from './tone.ts'

const tones: Record<Tone, string> = {
  neutral: 'border-line-strong bg-surface-2 text-ink-muted',
  brand: 'border-brand-line bg-brand-subtle text-brand-ink',
  success: 'border-success-line bg-success-subtle text-success-ink',
  warning: 'border-warning-line bg-warning-subtle text-warning-ink',
  critical: 'border-critical-line bg-critical-subtle text-critical-ink',
}

/** A short label beside a name. */
export function Badge({
  tone = 'neutral',
  icon: BadgeIcon,
  children,
}: {
  tone?: Tone
  icon?: Icon
  children: ReactNode
}) {
  return (
    <span
      className={cx(
        'inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-sm border px-1.5 font-medium text-2xs',
        tones[tone],
      )}
    >
      {BadgeIcon && <BadgeIcon className="size-3" aria-hidden />}
      {children}
    </span>
  )
}
