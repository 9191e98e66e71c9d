import { ArrowLeft } from 'lucide-react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import type { Feedback } from './use-feedback.ts'

export function FeedbackTitle({ feedback: { hasIdea, goBack } }: { feedback: Feedback }) {
  return (
    <span className="flex items-center gap-1">
      {hasIdea && <IconButton label="Back" icon={ArrowLeft} size="sm" onClick={goBack} />}
      What would you like to share?
    </span>
  )
}
