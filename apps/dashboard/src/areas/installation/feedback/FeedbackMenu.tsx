import { useState } from 'react'
import { Popover } from '../../../ui/floating/Popover.tsx'
import { FeedbackButton } from './FeedbackButton.tsx'
import { FeedbackChoice } from './FeedbackChoice.tsx'
import { FeedbackTitle } from './FeedbackTitle.tsx'
import { useFeedback } from './use-feedback.ts'

/** The header's feedback button and its menu. */
export function FeedbackMenu({ projectRef }: { projectRef: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const feedback = useFeedback()
  const change = (open: boolean) => {
    setOpen(open)
    if (open) feedback.reopen()
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={change}
      align="end"
      className="w-88"
      title={<FeedbackTitle feedback={feedback} />}
      trigger={<FeedbackButton />}
    >
      <FeedbackChoice feedback={feedback} projectRef={projectRef} onDone={() => change(false)} />
    </Popover>
  )
}
