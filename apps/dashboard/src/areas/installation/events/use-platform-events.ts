import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { listenToEvents } from '../../../api/live-events.ts'
import { applyEvent, refreshPushed } from './platform-events.ts'

/**
 * Keeps the cache in sync with the server while the page is visible. A hidden page closes its connection, because
 * browsers allow only six over plain HTTP for all tabs, and refetches everything when visible again. Data loaded before
 * the connection opened is refetched only if there was an event since. `leaveProject` may navigate away from a removed
 * project; it settles before the project is dropped.
 */
export function usePlatformEvents(
  leaveProject: (removed: { ref: string; slug: string }) => Promise<void> | void,
) {
  const client = useQueryClient()
  const leave = useEffectEvent(leaveProject)
  useEffect(() => {
    const refresh = () => client.invalidateQueries()
    /** `loadedSinceMs` is on the clock of `performance.now()`. */
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
