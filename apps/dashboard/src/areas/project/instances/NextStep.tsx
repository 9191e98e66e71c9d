import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../../lib/class-names.ts'
import type { Icon } from '../../../ui/text/icon.ts'

export function NextStep({
  icon: StepIcon,
  title,
  text,
  isDone = false,
  className,
  children,
}: {
  icon: Icon
  title: string
  text: string
  /** True once the step has been done. */
  isDone?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <li className={cx('flex min-w-0 gap-3', className)}>
      <span className="grid size-8 shrink-0 place-items-center rounded-md border border-line bg-surface-2 text-ink-muted">
        {isDone ? (
          <Check className="size-4 text-success-ink" aria-hidden />
        ) : (
          <StepIcon className="size-4" aria-hidden />
        )}
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
        <div>
          <h3 className="font-medium text-sm">
            {title}
            {isDone && <span className="sr-only">, done</span>}
          </h3>
          <p className="text-ink-muted text-sm">{text}</p>
        </div>
        {children}
      </div>
    </li>
  )
}
