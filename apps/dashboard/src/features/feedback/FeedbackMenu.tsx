import { Link, useLocation } from '@tanstack/react-router'
import { ArrowLeft, Bug, Lightbulb } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { FeedbackButton } from './FeedbackButton.tsx'
import { IdeaForm } from './IdeaForm.tsx'

/** What goes wrong leads to a support bundle; an idea goes to the owner of the installation. */
export function FeedbackMenu({ projectRef }: { projectRef: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const [hasIdea, setHasIdea] = useState(false)
  const [draft, setDraft] = useState('')
  const { pathname } = useLocation()
  const change = (open: boolean) => {
    setOpen(open)
    if (open) setHasIdea(draft !== '')
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={change}
      align="end"
      className="w-88"
      title={
        <span className="flex items-center gap-1">
          {hasIdea && (
            <IconButton label="Back" icon={ArrowLeft} size="sm" onClick={() => setHasIdea(false)} />
          )}
          What would you like to share?
        </span>
      }
      trigger={<FeedbackButton />}
    >
      {hasIdea ? (
        <IdeaForm draft={draft} onDraft={setDraft} page={pathname} onSent={() => change(false)} />
      ) : (
        <div className="grid grid-cols-2 gap-2">
          <ButtonLink
            icon={Bug}
            className="w-full"
            render={
              <Link
                to="/support/new"
                search={projectRef === undefined ? {} : { projectRef }}
                onClick={() => change(false)}
              />
            }
          >
            Issue
          </ButtonLink>
          <Button icon={Lightbulb} className="w-full" onClick={() => setHasIdea(true)}>
            Idea
          </Button>
        </div>
      )}
    </Popover>
  )
}
