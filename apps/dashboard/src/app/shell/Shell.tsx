import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePlatformEvents } from '../../areas/installation/events/use-platform-events.ts'
import { useRefreshToast } from '../../areas/installation/releases/use-refresh-toast.tsx'
import { forgetProject, rememberProject } from '../../areas/project/projects/recent-projects.state.ts'
import { LazyAssistant } from '../../areas/sql/ai/assistant/LazyAssistant.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CommandCenter } from '../commands/CommandCenter.tsx'
import { productMenuOf, railOf } from '../menus/navigation.rules.ts'
import { useMenuContext } from '../menus/use-menu-context.ts'
import type { Session } from '../session-guard.ts'
import { Header } from './header/Header.tsx'
import { LazyMobileNavigation } from './header/lazy-controls.tsx'
import { ProductMenu } from './header/ProductMenu.tsx'
import { InlineEditorPanel } from './InlineEditorPanel.tsx'
import { rememberPlace } from './place/last-place.state.ts'
import { type Place, placeOf } from './place/place.rules.ts'
import { type ShellContext, useShellContext } from './place/use-shell-context.ts'
import { Sidebar } from './sidebar/Sidebar.tsx'

/** Header, navigation and the page. The page scrolls, or fills the height and manages its own scrolling. */
export function Shell(session: Session) {
  const { pathname, href } = useLocation()
  const requested = placeOf(pathname)
  const shellContext = useShellContext(requested, session.config.edition)
  const { isMissing, organization } = shellContext
  const place: Place = isMissing ? { kind: 'elsewhere' } : requested
  useLiveShell(place, session)
  useRefreshToast()
  useEffect(() => {
    if (!isMissing) rememberPlace(placeOf(pathname), href, organization.slug)
  }, [isMissing, pathname, href, organization.slug])
  useRecentVisits(requested, shellContext)
  const context = useMenuContext(session, shellContext)
  const params = isMissing
    ? {}
    : { slug: organization.slug, ref: place.kind === 'project' ? place.ref : undefined }
  const groups = railOf(place, params, context)
  const product = productMenuOf(place, params, context)
  const label = place.kind === 'project' ? 'Project' : 'Organization'
  return (
    <div className="flex h-dvh flex-col">
      <SkipLink />
      <Header
        session={session}
        place={place}
        shellContext={shellContext}
        commands={<CommandCenter params={params} context={context} />}
        menu={
          <LazyMobileNavigation
            session={session}
            shellContext={shellContext}
            groups={groups}
            product={product}
            label={groups.length > 0 ? label : 'Menu'}
          />
        }
      />
      <div className="flex min-h-0 flex-1">
        {groups.length > 0 && <Sidebar label={label} groups={groups} />}
        {product && (
          <div className="w-60 shrink-0 overflow-y-auto border-line border-r max-md:hidden">
            <ProductMenu menu={product} />
          </div>
        )}
        {/* Positioned, or texts for screen readers below its fold would make the document scroll, out of sight. */}
        <main
          id="content"
          tabIndex={-1}
          data-scroll-restoration-id="content"
          className="relative flex min-w-0 flex-1 flex-col overflow-auto outline-none"
        >
          <Outlet />
        </main>
        {place.kind === 'project' && shellContext.project && (
          <>
            <LazyAssistant project={shellContext.project} userId={session.profile?.id} />
            <InlineEditorPanel project={shellContext.project} />
          </>
        )}
      </div>
    </div>
  )
}

/** The first tab stop, which skips header and navigation. A button, so that the URL gets no fragment. */
function SkipLink() {
  return (
    <button
      type="button"
      onClick={() => document.getElementById('content')?.focus()}
      className="sr-only focus:not-sr-only focus:absolute focus:top-1.5 focus:left-2 focus:z-60 focus:rounded-md focus:bg-surface-3 focus:px-3 focus:py-2"
    >
      Skip to content
    </button>
  )
}

/** Records the open project as recent, and drops one that no longer exists. */
function useRecentVisits(place: Place, { project, isMissing }: Pick<ShellContext, 'project' | 'isMissing'>) {
  const requested = place.kind === 'project' ? place.ref : undefined
  const { ref, name } = project ?? {}
  useEffect(() => {
    if (requested === undefined) return
    if (isMissing) forgetProject(requested)
    else if (ref === requested && name !== undefined) rememberProject({ ref, name })
  }, [requested, isMissing, ref, name])
}

/** Subscribes to the server's events, and opens the project list when the open project is deleted. */
function useLiveShell(place: Place, { config }: Session) {
  const navigate = useNavigate()
  usePlatformEvents(async ({ ref, slug }) => {
    forgetProject(ref)
    if (place.kind !== 'project' || place.ref !== ref) return
    toast({ id: `removed-${ref}`, title: 'Project was deleted' })
    if (config.edition === 'platform') await navigate({ to: '/org/$slug', params: { slug } })
  })
}
