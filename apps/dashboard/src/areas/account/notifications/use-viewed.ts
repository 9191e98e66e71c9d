import { NOTIFICATION_CHANGES_MAX } from '@basalt/contract/notifications/notifications.rules.ts'
import type { Notification } from '@basalt/contract/notifications/notifications.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { chunk } from '../../../lib/chunk.ts'
import { updateNotifications, updateNotificationsWhileLeaving } from './notifications.queries.ts'

/**
 * Remembers which new notifications came into view. Nothing is sent until `flush`, when the panel closes; a page that
 * goes away while it is open sends too. One call, unless somebody scrolled past more than one call may hold.
 */
export function useViewed() {
  const viewed = useRef(new Set<string>())
  const { mutate } = useMutation(updateNotifications)

  useEffect(() => {
    const onLeave = () => {
      for (const changes of changesFrom(viewed.current)) updateNotificationsWhileLeaving(changes)
    }
    window.addEventListener('pagehide', onLeave)
    return () => window.removeEventListener('pagehide', onLeave)
  }, [])

  return {
    note: ({ id, status }: Notification) => {
      if (status === 'new') viewed.current.add(id)
    },
    /** What is archived must not be taken out of the archive by being marked as seen. */
    forget: ({ id }: Notification) => {
      viewed.current.delete(id)
    },
    forgetAll: () => viewed.current.clear(),
    flush: () => {
      for (const changes of changesFrom(viewed.current)) mutate(changes)
    },
  }
}

/** Empties the set: what was sent is not sent again. */
function changesFrom(viewed: Set<string>) {
  const changes = [...viewed].map((id) => ({ id, status: 'seen' as const }))
  viewed.clear()
  return chunk(changes, NOTIFICATION_CHANGES_MAX).map(({ items }) => [...items])
}
