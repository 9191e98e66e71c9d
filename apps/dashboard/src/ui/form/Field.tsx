import { Field as Base } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import { cx } from '../../lib/class-names.ts'

export interface FieldFrameProps {
  label: string
  /** A hint below the control, always visible. */
  description?: ReactNode
  required?: boolean
  /** Content at the end of the label's line, such as a link or a counter. */
  labelAside?: ReactNode
  className?: string
}

/** A control's label, description and error. The control inside is associated automatically. */
export function Field({
  label,
  description,
  error,
  required = false,
  labelAside,
  className,
  children,
}: FieldFrameProps & { error?: string; children: ReactNode }) {
  return (
    <Base.Root invalid={error !== undefined} className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-2">
        <Base.Label className="font-medium text-sm">
          {label}
          {required && (
            <span className="ml-0.5 text-critical-ink" aria-hidden="true">
              *
            </span>
          )}
        </Base.Label>
        {labelAside && <span className="text-ink-muted text-xs">{labelAside}</span>}
      </div>
      {children}
      {error !== undefined && (
        <Base.Error match className="text-critical-ink text-xs">
          {error}
        </Base.Error>
      )}
      {description && <Base.Description className="text-ink-muted text-xs">{description}</Base.Description>}
    </Base.Root>
  )
}
