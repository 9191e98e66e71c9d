import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../lib/class-names.ts'
import type { Icon } from '../text/icon.ts'

export type CalloutTone = 'info' | 'success' | 'warning' | 'critical'

const looks: Record<CalloutTone, { icon: Icon; frame: string; ink: string }> = {
  info: { icon: Info, frame: 'border-brand-line bg-brand-subtle', ink: 'text-brand-ink' },
  success: { icon: CircleCheck, frame: 'border-success-line bg-success-subtle', ink: 'text-success-ink' },
  warning: { icon: TriangleAlert, frame: 'border-warning-line bg-warning-subtle', ink: 'text-warning-ink' },
  critical: { icon: CircleAlert, frame: 'border-critical-line bg-critical-subtle', ink: 'text-critical-ink' },
}

/** A message within the page. Use `role="alert"` when it appears in response to the user. */
export function Callout({
  tone = 'info',
  title,
  action,
  role,
  className,
  children,
}: {
  tone?: CalloutTone
  title?: ReactNode
  action?: ReactNode
  role?: 'alert' | 'status'
  className?: string
  children?: ReactNode
}) {
  const look = looks[tone]
  return (
    <div
      role={role}
      className={cx(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md border px-3 py-2.5 text-sm',
        look.frame,
        className,
      )}
    >
      <look.icon className={cx('mt-0.5 size-4', look.ink)} aria-hidden />
      <div className="min-w-0 flex-1 basis-48">
        {title && <p className="font-medium">{title}</p>}
        {children && (
          <div className={cx('wrap-anywhere', title !== undefined && 'text-ink-muted')}>{children}</div>
        )}
      </div>
      {action}
    </div>
  )
}
