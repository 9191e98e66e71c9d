import { Link, useLocation, useNavigate, useRouteContext } from '@tanstack/react-router'
import { CornerDownLeft, Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ButtonLink } from '../ui/controls/ButtonLink.tsx'
import { Input } from '../ui/controls/Input.tsx'
import { commandGroups } from './commands/commands.rules.ts'
import { navigationCommands } from './commands/navigation-commands.ts'
import { useMenuContext } from './menus/use-menu-context.ts'
import { placeOf } from './shell/place/place.rules.ts'
import { useShellContext } from './shell/place/use-shell-context.ts'

/** The not-found page of a project or organization, with a search over its pages. */
export function PageNotFound() {
  const session = useRouteContext({ from: '/_shell' })
  const { pathname } = useLocation()
  const place = placeOf(pathname)
  const { organization, project, homePath } = useShellContext(place, session.config.edition)
  const context = useMenuContext(session, { organization, project })
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const ref = place.kind === 'project' ? place.ref : undefined
  const { slug } = organization
  const commands = useMemo(
    () => navigationCommands({ slug, ref }, context, (to) => void navigate({ to })),
    [slug, ref, context, navigate],
  )
  const found = commandGroups(commands, text).flatMap((group) => group.commands)
  const open = (command: (typeof found)[number] | undefined) => command && 'run' in command && command.run()
  const home = ref === undefined ? homePath : `/project/${ref}`
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-5 px-4 py-[10dvh]">
      <div>
        <h1 className="font-semibold text-lg">This page does not exist</h1>
        <p className="wrap-anywhere mt-1 text-ink-muted text-sm">
          There is nothing at <code className="text-xs">{pathname}</code>. Search the pages of{' '}
          {project?.name ?? organization.name ?? 'this organization'}, or go back to its first page.
        </p>
      </div>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            open(found[0])
          }}
        >
          <Input
            autoFocus
            type="search"
            aria-label="Search pages"
            placeholder="Search pages…"
            value={text}
            onChange={({ target }) => setText(target.value)}
            icon={Search}
          />
        </form>
      </search>
      {found.length === 0 ? (
        <p role="status" className="px-2 text-ink-muted text-sm">
          No page matches your search
        </p>
      ) : (
        <ul aria-label="Pages" className="flex flex-col gap-0.5">
          {found.map((command, index) => (
            <li key={command.id}>
              <button
                type="button"
                onClick={() => open(command)}
                className="flex h-9 w-full items-center gap-2.5 rounded-md px-2 text-left text-ink-muted text-sm transition-colors hover:bg-surface-2 hover:text-ink"
              >
                {command.icon && <command.icon className="size-4 shrink-0" aria-hidden />}
                <span className="truncate">{command.label}</span>
                {command.hint && <span className="text-ink-faint text-xs">{command.hint}</span>}
                {index === 0 && text !== '' && (
                  <CornerDownLeft className="ml-auto size-3.5 text-ink-faint" aria-hidden />
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <ButtonLink render={<Link to={home} />}>
          {ref === undefined ? 'Go to the organization' : 'Go to the project'}
        </ButtonLink>
      </div>
    </div>
  )
}
