import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import type { LeaveConfirmationProps } from './LeaveConfirmation.tsx'

const LazyLeaveConfirmation = lazyLayer<LeaveConfirmationProps>(
  () => import('./LeaveConfirmation.tsx').then((module) => module.LeaveConfirmation),
  ({ open }) => open,
)

/** Lets a member leave an organization whose pages are locked by MFA. */
export function LeaveOrganization(props: Omit<LeaveConfirmationProps, 'open' | 'onOpenChange'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        Leave the organization
      </Button>
      <LazyLeaveConfirmation {...props} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}
