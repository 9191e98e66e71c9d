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
  /** Starts a chat with the project's assistant. */
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
          ? 'Check the guides and this installation’s status first. Support is provided by its operator.'
          : 'The guides of this version explain how to operate it and how to find problems.'}
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
