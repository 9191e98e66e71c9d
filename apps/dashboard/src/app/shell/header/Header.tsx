import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Building2, Sparkles, SquareTerminal } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { ConnectButton } from '../../../areas/connect/connect/ConnectButton.tsx'
import { offers } from '../../../areas/installation/installation/offers.port.ts'
import { UsageBadge } from '../../../areas/organization/usage/UsageBadge.tsx'
import { branchQueries } from '../../../areas/project/branches/branches.queries.ts'
import { branchColour } from '../../../areas/project/branches/branches.rules.ts'
import { MergeRequestButton } from '../../../areas/project/branches/MergeRequestButton.tsx'
import { newChat } from '../../../areas/sql/ai/assistant/new-chat.state.ts'
import { supportChat } from '../../../areas/sql/ai/assistant/starters.ts'
import { useInlineEditorKey } from '../../../areas/sql/query/inline/inline-editor.state.ts'
import { cx } from '../../../lib/class-names.ts'
import { useModKey } from '../../../lib/mod-key.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { isMissing } from '../../menus/missing-pages.rules.ts'
import type { Session } from '../../session-guard.ts'
import type { Place } from '../place/place.rules.ts'
import type { ShellContext } from '../place/use-shell-context.ts'
import { openSidePanel, toggleSidePanel, useSidePanel } from '../side-panel.port.ts'
import { useMainProject } from '../sidebar/use-main-project.ts'
import { BranchCrumb } from '../switchers/BranchCrumb.tsx'
import { LazyOrganizationSwitcher, LazyProjectSwitcher } from '../switchers/lazy-switchers.tsx'
import { Crumb } from './Crumb.tsx'
import type { HeaderRoute } from './header-routes.ts'
import {
  LazyAccountMenu,
  LazyFeedbackMenu,
  LazyHelpButton,
  LazyNotificationsButton,
  LazyPreferencesMenu,
  LazyVersionBadge,
} from './lazy-controls.tsx'
import { PlanBadge } from './PlanBadge.tsx'

const has = (route: HeaderRoute) => !isMissing(route)

/** The top bar: home link, breadcrumb, tools and account. `menu` opens the navigation on phones. */
export function Header({
  session: { config, profile },
  place,
  shellContext: { organization, project, homePath },
  menu,
  commands,
}: {
  session: Session
  place: Place
  shellContext: ShellContext
  menu: ReactNode
  /** Search and commands. */
  commands: ReactNode
}) {
  const isPlatform = config.edition === 'platform'
  const isProject = place.kind === 'project'
  const mainProject = useMainProject(project)
  return (
    <header className={cx('flex h-12 shrink-0 items-center gap-1 bg-surface-0 px-3', useHeaderEdge(project))}>
      {menu}
      <Link to={homePath} aria-label="Home" className="grid size-8 shrink-0 place-items-center rounded-md">
        <img src="/favicon.svg" alt="" className="size-5.5" />
      </Link>
      <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
        <ol className="flex min-w-0 items-center">
          {isPlatform && (
            <Crumb
              path={organization.slug === undefined ? '/organizations' : `/org/${organization.slug}`}
              name={
                organization.slug === undefined && !isProject ? 'Select an organization' : organization.name
              }
              icon={Building2}
              badge={organization.plan && <PlanBadge plan={organization.plan} />}
              className={cx(isProject && 'max-sm:hidden')}
            >
              <LazyOrganizationSwitcher
                current={organization.slug ?? null}
                mayCreate={offers(config, 'organizations:create')}
              />
            </Crumb>
          )}
          {isProject && (
            <Crumb path={`/project/${mainProject?.ref ?? place.ref}`} name={mainProject?.name}>
              {isPlatform && mainProject && (
                <LazyProjectSwitcher current={mainProject} mayCreate={offers(config, 'projects:create')} />
              )}
            </Crumb>
          )}
          {isPlatform && organization.slug !== undefined && <UsageBadge slug={organization.slug} />}
          {isProject && project && <BranchCrumb project={project} className="max-md:hidden" />}
        </ol>
      </nav>
      {isProject && project && <ConnectButton project={project} />}
      {project && has('/project/$ref/merge') && (
        <MergeRequestButton projectRef={project.ref} slug={project.organization_slug} />
      )}
      {!isPlatform && <LazyVersionBadge />}
      {isPlatform && <LazyFeedbackMenu projectRef={isProject ? place.ref : undefined} />}
      {commands}
      {isProject && project && (
        <>
          <InlineEditorButton />
          <AssistantButton />
        </>
      )}
      <LazyHelpButton
        edition={config.edition}
        projectRef={isProject ? place.ref : undefined}
        onAskAssistant={() => newChat(supportChat)}
      />
      {profile && <LazyNotificationsButton />}
      {profile ? <LazyAccountMenu profile={profile} /> : <LazyPreferencesMenu />}
    </header>
  )
}

/** Opens and closes a project's assistant, by button or shortcut. */
function AssistantButton() {
  const toggle = () => toggleSidePanel('assistant')
  useModKey('i', toggle)
  // The panels belong to a project, so they close when it is left.
  useEffect(() => () => openSidePanel(undefined), [])
  return (
    <IconButton
      icon={Sparkles}
      label="Assistant"
      shortcut="I"
      className="max-sm:hidden"
      aria-expanded={useSidePanel() === 'assistant'}
      onClick={toggle}
    />
  )
}

/** Opens a SQL editor beside the page, by button or shortcut. */
function InlineEditorButton() {
  const isOpen = useSidePanel() === 'inline-editor'
  const [isKeyOn] = useInlineEditorKey()
  useModKey('e', () => toggleSidePanel('inline-editor'), isKeyOn)
  return (
    <IconButton
      icon={SquareTerminal}
      label="Open the inline SQL editor"
      className="max-sm:hidden"
      shortcut={isKeyOn ? 'E' : undefined}
      aria-expanded={isOpen}
      onClick={() => toggleSidePanel('inline-editor')}
    />
  )
}

/** The line below the header, in the colour of the open branch. */
function useHeaderEdge(project: Pick<Project, 'ref'> | undefined) {
  const ref = project?.ref ?? ''
  const { data: branches } = useQuery({ ...branchQueries.of(ref), enabled: ref !== '' })
  const branch = branches?.find(({ project_ref }) => project_ref === ref)
  return branch ? cx('border-b-2', branchColour(branch).edge) : 'border-b border-line'
}
