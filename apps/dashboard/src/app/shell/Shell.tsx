import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePlatformEvents } from '../../areas/installation/events/use-platform-events.ts'
import { useRefreshToast } from '../../areas/installation/releases/use-refresh-toast.tsx'
import { forgetProject, rememberProject } from '../../areas/project/projects/recent-projects.state.ts'
import { LateAssistant } from '../../areas/sql/ai/assistant/LateAssistant.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CommandCenter } from '../commands/CommandCenter.tsx'
import { productMenuOf, railOf } from '../menus/navigation.rules.ts'
import { useMenuContext } from '../menus/use-menu-context.ts'
import type { Session } from '../session-guard.ts'
import { Header } from './header/Header.tsx'
import { LateMobileNavigation } from './header/late-controls.tsx'
import { ProductMenu } from './header/ProductMenu.tsx'
import { InlineEditorPanel } from './InlineEditorPanel.tsx'
import { rememberPlace } from './place/last-place.state.ts'
import { type Place, placeOf } from './place/place.rules.ts'
import { type Surroundings, useSurroundings } from './place/use-surroundings.ts'
import { Sidebar } from './sidebar/Sidebar.tsx'

/** Header, navigation and the page. The page scrolls, or manages its own scrolling by filling what is there. */
export function Shell(session: Session) {
  const { pathname, href } = useLocation()
  const asked = placeOf(pathname)
  const surroundings = useSurroundings(asked, session.config.edition)
  const { isMissing, organization } = surroundings
  const place: Place = isMissing ? { kind: 'elsewhere' } : asked
  useLiveShell(place, session)
  useRefreshToast()
  useEffect(() => {
    if (!isMissing) rememberPlace(placeOf(pathname), href, organization.slug)
  }, [isMissing, pathname, href, organization.slug])
  useRecentVisits(asked, surroundings)
  const context = useMenuContext(session, surroundings)
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
        surroundings={surroundings}
        commands={<CommandCenter params={params} context={context} />}
        menu={
          <LateMobileNavigation
            session={session}
            surroundings={surroundings}
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
        <main
          id="content"
          tabIndex={-1}
          data-scroll-restoration-id="content"
          className="flex min-w-0 flex-1 flex-col overflow-auto outline-none"
        >
          <Outlet />
        </main>
        {place.kind === 'project' && surroundings.project && (
          <>
            <LateAssistant project={surroundings.project} userId={session.profile?.id} />
            <InlineEditorPanel project={surroundings.project} />
          </>
        )}
      </div>
    </div>
  )
}

/** The first stop of the keyboard: past header and navigation. A button, so that the address keeps no fragment. */
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

/** Remembers the project that is open, and forgets one that turns out not to be there. */
function useRecentVisits(place: Place, { project, isMissing }: Pick<Surroundings, 'project' | 'isMissing'>) {
  const asked = place.kind === 'project' ? place.ref : undefined
  const { ref, name } = project ?? {}
  useEffect(() => {
    if (asked === undefined) return
    if (isMissing) forgetProject(asked)
    else if (ref === asked && name !== undefined) rememberProject({ ref, name })
  }, [asked, isMissing, ref, name])
}

/** Listens to the server, and leads back to the list when the project that is open is deleted. */
function useLiveShell(place: Place, { config }: Session) {
  const navigate = useNavigate()
  usePlatformEvents(async ({ ref, slug }) => {
    forgetProject(ref)
    if (place.kind !== 'project' || place.ref !== ref) return
    toast({ id: `removed-${ref}`, title: 'Project was deleted' })
    if (config.edition === 'platform') await navigate({ to: '/org/$slug', params: { slug } })
  })
}
