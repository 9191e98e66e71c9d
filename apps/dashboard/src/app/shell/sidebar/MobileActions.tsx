import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plug, Sparkles, SquareTerminal } from 'lucide-react'
import { connectRefusal } from '../../../areas/connect/connect/connect-button.rules.ts'
import { helpEntries } from '../../../areas/installation/help/help.rules.ts'
import { helpIcons } from '../../../areas/installation/help/help-icons.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { openSidePanel } from '../side-panel.port.ts'

const lineClass = 'w-full justify-start max-md:h-10'

/** The header's actions on narrow screens: Connect, assistant, SQL editor and help. */
export function MobileActions({
  edition,
  project,
  close,
}: {
  edition: Edition
  project: Project | undefined
  close: () => void
}) {
  const navigate = useNavigate()
  return (
    <ul aria-label="Tools and help" className="grid grid-cols-2 gap-2 border-line border-t p-3">
      {project && (
        <>
          <li>
            <Button
              icon={Plug}
              className={lineClass}
              reason={connectRefusal(project.status)}
              onClick={() => {
                close()
                void navigate({ to: '.', search: (search) => ({ ...search, showConnect: true }) })
              }}
            >
              Connect
            </Button>
          </li>
          <li>
            <Button
              icon={Sparkles}
              className={lineClass}
              onClick={() => {
                close()
                openSidePanel('assistant')
              }}
            >
              Assistant
            </Button>
          </li>
          <li>
            <Button
              icon={SquareTerminal}
              className={lineClass}
              onClick={() => {
                close()
                openSidePanel('inline-editor')
              }}
            >
              Inline SQL
            </Button>
          </li>
        </>
      )}
      {helpEntries(edition, project?.ref).map(({ key, label, path }) => (
        <li key={key}>
          <ButtonLink icon={helpIcons[key]} className={lineClass} render={<Link to={path} onClick={close} />}>
            {label}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
