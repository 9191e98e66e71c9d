import {
  archiveAllNotifications,
  getNotificationSummary,
  listNotifications,
  updateNotifications as updateNotificationsCall,
} from '@basalt/contract/notifications/notifications.endpoints.ts'
import { NOTIFICATIONS_PAGE_SIZE } from '@basalt/contract/notifications/notifications.rules.ts'
import type {
  Notification,
  NotificationStatus,
  NotificationSummary,
} from '@basalt/contract/notifications/notifications.schema.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { call, sendOnPageHide } from '../../../api/call.ts'
import { replaceQueryData } from '../../../api/replace-query-data.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { type NotificationFilter, type NotificationTab, requestOf } from './filter.rules.ts'

const listsKey = ['notifications', 'list'] as const

export const notificationQueries = {
  all: ['notifications'] as const,

  /** The unread counts; the server pushes every change. */
  summary: () =>
    queryOptions({
      queryKey: ['notifications', 'summary'] as const,
      queryFn: ({ signal }) => call(getNotificationSummary, {}, signal),
    }),

  /** A tab's notifications, newest first, in pages. */
  pages: (tab: NotificationTab, filter: NotificationFilter) =>
    infiniteQueryOptions({
      queryKey: [...listsKey, tab, filter] as const,
      queryFn: ({ pageParam, signal }) =>
        call(
          listNotifications,
          { query: { ...requestOf(tab, filter), limit: NOTIFICATIONS_PAGE_SIZE, offset: pageParam } },
          signal,
        ),
      initialPageParam: 0,
      getNextPageParam: (last, pages) =>
        last.length < NOTIFICATIONS_PAGE_SIZE ? undefined : pages.length * NOTIFICATIONS_PAGE_SIZE,
    }),
}

/** Caches a summary that the server pushed, and refetches the lists. */
export function cacheSummary(client: QueryClient, summary: NotificationSummary): Promise<void> {
  void refreshLists(client)
  return replaceQueryData(client, notificationQueries.summary().queryKey, summary)
}

/** A refetch sends one request per loaded page; further pages are dropped and loaded on demand. */
const REFRESHED_PAGES_MAX = 50

function refreshLists(client: QueryClient) {
  client.setQueriesData<InfiniteData<Notification[], number>>(
    { queryKey: listsKey, predicate: ({ state }) => pageCount(state.data) > REFRESHED_PAGES_MAX },
    (list) =>
      list && {
        pages: list.pages.slice(0, REFRESHED_PAGES_MAX),
        pageParams: list.pageParams.slice(0, REFRESHED_PAGES_MAX),
      },
  )
  return client.invalidateQueries({ queryKey: listsKey })
}

const pageCount = (data: unknown) => (data as InfiniteData<unknown> | undefined)?.pages.length ?? 0

const refresh = (
  _data: unknown,
  _variables: unknown,
  _result: unknown,
  { client }: { client: QueryClient },
) =>
  Promise.all([
    client.invalidateQueries({ queryKey: notificationQueries.summary().queryKey }),
    refreshLists(client),
  ])

interface Change {
  id: string
  status: z.infer<typeof NotificationStatus>
}

export const updateNotifications = mutationOptions({
  mutationFn: (body: Change[]) => call(updateNotificationsCall, { body }),
  onSuccess: refresh,
  meta: { errorTitle: 'Failed to update notifications' },
})

/** For `pagehide`. */
export const updateNotificationsOnPageHide = (body: Change[]) =>
  sendOnPageHide(updateNotificationsCall, { body })

export const archiveAll = mutationOptions({
  mutationFn: () => call(archiveAllNotifications, {}),
  onSuccess: (...done) => {
    toast({ tone: 'success', title: 'Successfully archived all notifications' })
    return refresh(...done)
  },
  meta: { errorTitle: 'Failed to archive all notifications' },
})
