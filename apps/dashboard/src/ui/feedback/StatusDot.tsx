import type { ReactNode } from 'react'
import { cx } from '../../lib/class-names.ts'
import type { Tone } from '../text/tone.ts'

const tones: Record<Tone, string> = {
  neutral: 'text-ink-faint',
  brand: 'text-brand',
  success: 'text-success',
  warning: 'text-warning',
  critical: 'text-critical',
}

/** A status with its label. `busy` draws an open ring for a transition. Colour is never the only sign. */
export function StatusDot({
  tone,
  busy = false,
  children,
}: {
  tone: Tone
  busy?: boolean
  children: ReactNode
}) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap text-sm">
      <svg viewBox="0 0 10 10" className={cx('size-2.5', tones[tone])} aria-hidden="true">
        {busy ? (
          <circle
            cx="5"
            cy="5"
            r="3.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeDasharray="4 1.5"
          />
        ) : (
          <circle cx="5" cy="5" r="3.5" fill="currentColor" />
        )}
      </svg>
      {children}
    </span>
  )
}
