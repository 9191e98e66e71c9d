import { type ReactNode, useId } from 'react'
import { cx } from '../../lib/class-names.ts'

/** A control with its label beside it and an optional description below. */
export function Choice({
  label,
  description,
  disabled = false,
  trailing = false,
  children,
}: {
  label: ReactNode
  description?: ReactNode
  disabled?: boolean
  /** Label first, control at the end of the line, as in a list of settings. */
  trailing?: boolean
  /** `labelId` is the id of the label: a surrounding Field would otherwise label the control. */
  children: (describedBy: string | undefined, labelId: string) => ReactNode
}) {
  const id = useId()
  const labelId = useId()
  return (
    <div className={cx('flex flex-col', disabled && 'text-ink-faint')}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is the child that the caller renders */}
      <label
        className={cx(
          'flex items-start gap-2',
          trailing && 'flex-row-reverse justify-between',
          !disabled && 'cursor-pointer',
        )}
      >
        <span className="flex h-5 items-center">{children(description ? id : undefined, labelId)}</span>
        <span id={labelId} className="wrap-break-word min-w-0 font-medium text-sm">
          {label}
        </span>
      </label>
      {description && (
        <span id={id} className={cx('text-ink-muted text-sm', !trailing && 'pl-6')}>
          {description}
        </span>
      )}
    </div>
  )
}
