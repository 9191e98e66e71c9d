import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { lateLayer } from '../../../ui/late-layer.tsx'
import type { LeaveQuestionProps } from './LeaveQuestion.tsx'

const LateLeaveQuestion = lateLayer<LeaveQuestionProps>(
  () => import('./LeaveQuestion.tsx').then((module) => module.LeaveQuestion),
  ({ open }) => open,
)

/** The way out for who is shut out of an organization and its team page. */
export function LeaveOrganization(props: Omit<LeaveQuestionProps, 'open' | 'onOpenChange'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        Leave the organization
      </Button>
      <LateLeaveQuestion {...props} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}
