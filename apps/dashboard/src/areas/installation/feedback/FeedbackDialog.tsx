import { useState } from 'react'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { FeedbackChoice } from './FeedbackChoice.tsx'
import { FeedbackTitle } from './FeedbackTitle.tsx'
import { useFeedback } from './use-feedback.ts'

/** The feedback menu as a dialog, for narrow windows and the keyboard. */
export function FeedbackDialog({
  open,
  onOpenChange,
  projectRef,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  projectRef: string | undefined
}) {
  const feedback = useFeedback()
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) feedback.reopen()
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="sm" title={<FeedbackTitle feedback={feedback} />}>
      <DialogBody>
        <FeedbackChoice feedback={feedback} projectRef={projectRef} onDone={() => onOpenChange(false)} />
      </DialogBody>
    </Dialog>
  )
}
