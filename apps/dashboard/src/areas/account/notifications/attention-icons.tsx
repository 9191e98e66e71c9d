import { Inbox, TriangleAlert } from 'lucide-react'
import { cx } from '../../../lib/class-names.ts'
import type { Icon } from '../../../ui/text/icon.ts'

const withDot =
  (dotClass: string): Icon =>
  ({ className, ...rest }) => (
    <span className="relative grid" {...rest}>
      <Inbox className={className} />
      <span
        className={cx('-top-0.5 -right-0.5 absolute size-2 rounded-full ring-2 ring-surface-0', dotClass)}
      />
    </span>
  )

export const InboxIcon: Icon = Inbox
export const UnreadIcon = withDot('bg-brand')
export const WarningIcon = withDot('bg-warning')
export const CriticalIcon: Icon = ({ className, ...rest }) => (
  <TriangleAlert className={cx(className, 'text-critical')} {...rest} />
)
