import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import { Link } from '@tanstack/react-router'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { Popover } from '../../../ui/floating/Popover.tsx'
import { HelpIcon } from './HelpIcon.tsx'
import { helpEntries } from './help.rules.ts'
import { helpIcons } from './help-icons.ts'

/** The help menu; on phones its items are in the main menu. */
export function HelpButton({
  edition,
  projectRef,
  onAskAssistant,
}: {
  edition: Edition
  projectRef: string | undefined
  /** Begins a chat with the assistant of the project. */
  onAskAssistant: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      align="end"
      title="Need help with your project?"
      className="w-100"
      trigger={<HelpIcon />}
    >
      <p className="mb-3 text-ink-muted text-sm">
        {edition === 'platform'
          ? 'The guides and this installation’s status often answer at once. How soon someone else answers is up to the operator.'
          : 'The guides that came with this version tell how to run it and how to find faults.'}
      </p>
      <ul className="grid grid-cols-2 gap-2">
        {projectRef !== undefined && (
          <li>
            <Button
              icon={Sparkles}
              className="w-full justify-start"
              onClick={() => {
                setOpen(false)
                onAskAssistant()
              }}
            >
              Assistant
            </Button>
          </li>
        )}
        {helpEntries(edition, projectRef).map(({ key, label, path }) => (
          <li key={key}>
            <ButtonLink
              icon={helpIcons[key]}
              className="w-full justify-start"
              render={<Link to={path} onClick={() => setOpen(false)} />}
            >
              {label}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Popover>
  )
}
