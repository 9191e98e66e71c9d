import type { ReactNode } from 'react'
import { cx } from '../../lib/class-names.ts'

/** The scrolling part of a sheet, whose children never shrink. */
export function SheetBody({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={cx('flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 [&>*]:shrink-0', className)}
    >
      {children}
    </div>
  )
}
