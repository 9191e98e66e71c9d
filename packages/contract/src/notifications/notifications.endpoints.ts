import { z } from 'zod'
import { endpoint, queryList } from '../endpoint.ts'
import { OrganizationParams, OrganizationSlug } from '../organizations/organizations.schema.ts'
import { ProjectRef } from '../projects/projects.schema.ts'
import { INBOX_STATUSES, NOTIFICATIONS_PAGE_MAX, NOTIFICATIONS_PAGE_SIZE } from './notifications.rules.ts'
import {
  ChangedNotifications,
  NewNotification,
  Notification,
  NotificationChanges,
  NotificationPriority,
  NotificationStatus,
  NotificationSummary,
} from './notifications.schema.ts'

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/platform/notifications',
  version: 2,
  summary: 'A page of the notifications of the caller, newest first',
  query: z.object({
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(NOTIFICATIONS_PAGE_MAX).default(NOTIFICATIONS_PAGE_SIZE),
    status: queryList(NotificationStatus).default([...INBOX_STATUSES]),
    priority: queryList(NotificationPriority).optional(),
    org_slug: queryList(OrganizationSlug).optional(),
    project_ref: queryList(ProjectRef).optional(),
  }),
  response: z.array(Notification),
})

export const getNotificationSummary = endpoint({
  name: 'getNotificationSummary',
  method: 'GET',
  path: '/platform/notifications/summary',
  summary: 'How many notifications the caller has not seen, and how bad they are',
  response: NotificationSummary,
})

export const updateNotifications = endpoint({
  name: 'updateNotifications',
  method: 'PATCH',
  path: '/platform/notifications',
  version: 2,
  summary: 'Mark notifications as seen, archive them, or take them back from the archive',
  body: NotificationChanges,
  response: ChangedNotifications,
  audit: { title: 'Change notifications' },
})

export const archiveAllNotifications = endpoint({
  name: 'archiveAllNotifications',
  method: 'PATCH',
  path: '/platform/notifications/archive-all',
  version: 2,
  summary: 'Archive everything in the inbox of the caller',
  response: ChangedNotifications,
  audit: { title: 'Archive all notifications' },
})

export const createNotification = endpoint({
  name: 'createNotification',
  method: 'POST',
  path: '/platform/organizations/:slug/notifications',
  summary: 'Notify every member of an organization; with a key, sending again renews what is there',
  params: OrganizationParams,
  body: NewNotification,
  response: ChangedNotifications,
  status: 201,
  audit: { title: 'Notify the members', keeps: ['title', 'priority', 'project_ref', 'key'] },
})
