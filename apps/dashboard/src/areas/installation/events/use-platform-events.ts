import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { listenToEvents } from '../../../api/live-events.ts'
import { applyEvent, refreshPushed } from './platform-events.ts'

/**
 * Keeps the cache in step with the server while the page is in view. A hidden page lets go of its connection, of which
 * a browser has only six for all its tabs over plain http, and asks for everything anew when it is seen again. What was
 * loaded before the connection was there is asked for again only when something happened meanwhile.
 * `leaveProject` may lead away from a project that was removed; it settles before the project is forgotten.
 */
export function usePlatformEvents(
  leaveProject: (removed: { ref: string; slug: string }) => Promise<void> | void,
) {
  const client = useQueryClient()
  const leave = useEffectEvent(leaveProject)
  useEffect(() => {
    const refresh = () => client.invalidateQueries()
    /** By the clock that begins with the page. */
    const listen = (loadedSinceMs: number) =>
      listenToEvents({
        onConnect: (quietMs) => {
          if (performance.now() - loadedSinceMs >= quietMs) void refreshPushed(client)
        },
        onReconnect: refresh,
        onEvent: async (event) => {
          if (event.type === 'project_removed') await leave({ ref: event.ref, slug: event.organization_slug })
          applyEvent(client, event)
        },
      })
    let stop = document.hidden ? undefined : listen(0)
    const onVisibility = () => {
      if (document.hidden) {
        stop?.()
        stop = undefined
      } else if (!stop) {
        stop = listen(performance.now())
        refresh()
      }
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      stop?.()
    }
  }, [client])
}
