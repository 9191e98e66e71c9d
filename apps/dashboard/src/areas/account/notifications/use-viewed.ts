import { NOTIFICATION_CHANGES_MAX } from '@basalt/contract/notifications/notifications.rules.ts'
import type { Notification } from '@basalt/contract/notifications/notifications.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { chunk } from '../../../lib/chunk.ts'
import { updateNotifications, updateNotificationsOnPageHide } from './notifications.queries.ts'

/**
 * Collects the new notifications that came into view. They are sent by `flush` when the panel closes, or on `pagehide`,
 * in as few calls as the limit per call allows.
 */
export function useViewed() {
  const viewed = useRef(new Set<string>())
  const { mutate } = useMutation(updateNotifications)

  useEffect(() => {
    const onLeave = () => {
      for (const changes of changesFrom(viewed.current)) updateNotificationsOnPageHide(changes)
    }
    window.addEventListener('pagehide', onLeave)
    return () => window.removeEventListener('pagehide', onLeave)
  }, [])

  return {
    add: ({ id, status }: Notification) => {
      if (status === 'new') viewed.current.add(id)
    },
    /** Marking an archived notification as seen would unarchive it. */
    remove: ({ id }: Notification) => {
      viewed.current.delete(id)
    },
    clear: () => viewed.current.clear(),
    flush: () => {
      for (const changes of changesFrom(viewed.current)) mutate(changes)
    },
  }
}

/** Empties the set and returns its changes in chunks. */
function changesFrom(viewed: Set<string>) {
  const changes = [...viewed].map((id) => ({ id, status: 'seen' as const }))
  viewed.clear()
  return chunk(changes, NOTIFICATION_CHANGES_MAX).map(({ items }) => [...items])
}
