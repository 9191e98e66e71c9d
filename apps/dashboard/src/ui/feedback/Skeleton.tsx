import { cx } from '../../lib/class-names.ts'

/** A placeholder while content loads; give it the content's size. Not animated. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('rounded-sm bg-surface-3', className)} />
}
