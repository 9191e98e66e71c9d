import { Link, useLocation } from '@tanstack/react-router'
import { Bug, Lightbulb } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { IdeaForm } from './IdeaForm.tsx'
import type { Feedback } from './use-feedback.ts'

/** The choice between an issue, which opens the support page, and an idea for the installation's owner. */
export function FeedbackChoice({
  feedback: { hasIdea, startIdea, draft, setDraft },
  projectRef,
  onDone,
}: {
  feedback: Feedback
  projectRef: string | undefined
  onDone: () => void
}) {
  const { pathname } = useLocation()
  if (hasIdea) return <IdeaForm draft={draft} onDraft={setDraft} page={pathname} onSent={onDone} />
  const search = projectRef === undefined ? {} : { projectRef }
  return (
    <div className="grid grid-cols-2 gap-2">
      <ButtonLink
        icon={Bug}
        className="w-full"
        render={<Link to="/support/new" search={search} onClick={onDone} />}
      >
        Issue
      </ButtonLink>
      <Button icon={Lightbulb} className="w-full" onClick={startIdea}>
        Idea
      </Button>
    </div>
  )
}
