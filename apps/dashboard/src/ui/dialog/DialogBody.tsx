import type { ReactNode } from 'react'
import { cx } from '../../lib/class-names.ts'

export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx('flex flex-col gap-4 px-4 py-4', className)}>{children}</div>
}
