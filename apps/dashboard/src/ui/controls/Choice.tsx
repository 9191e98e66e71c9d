import { type ReactNode, useId } from 'react'
import { cx } from '../../lib/class-names.ts'

/** A control with its words beside it: pressing the label uses the control, the description explains it. */
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
  /** Words first, control at the end of the line, as in a list of settings. */
  trailing?: boolean
  /** `labelId` is of the words: a Field around would otherwise give the control its own label. */
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
        <span id={labelId} className="font-medium text-sm">
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
