import { cx } from '../../lib/class-names.ts'

/** The place of something on its way; give it that thing's size. It does not move: waiting is calm. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('rounded-sm bg-surface-3', className)} />
}
