import { useNavigate } from '@tanstack/react-router'
import { usePlatformEvents } from '../../areas/installation/events/use-platform-events.ts'
import { forgetProject } from '../../areas/project/projects/recent-projects.state.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { Session } from '../session-guard.ts'
import type { Place } from './place/place.rules.ts'

/** Listens to the server, and leads back to the list when the project that is open is deleted. */
export function useLiveShell(place: Place, { config }: Session) {
  const navigate = useNavigate()
  usePlatformEvents(async ({ ref, slug }) => {
    forgetProject(ref)
    if (place.kind !== 'project' || place.ref !== ref) return
    toast({ id: `removed-${ref}`, title: 'Project was deleted' })
    if (config.edition === 'platform') await navigate({ to: '/org/$slug', params: { slug } })
  })
}
