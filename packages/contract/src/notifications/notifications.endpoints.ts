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
  summary: "A page of the caller's notifications, newest first",
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
  summary: "The caller's number of unread notifications, and whether any is a warning or critical",
  response: NotificationSummary,
})

export const updateNotifications = endpoint({
  name: 'updateNotifications',
  method: 'PATCH',
  path: '/platform/notifications',
  version: 2,
  summary: 'Mark notifications as seen, archive or unarchive them',
  body: NotificationChanges,
  response: ChangedNotifications,
  audit: { title: 'Change notifications' },
})

export const archiveAllNotifications = endpoint({
  name: 'archiveAllNotifications',
  method: 'PATCH',
  path: '/platform/notifications/archive-all',
  version: 2,
  summary: "Archive everything in the caller's inbox",
  response: ChangedNotifications,
  audit: { title: 'Archive all notifications' },
})

export const createNotification = endpoint({
  name: 'createNotification',
  method: 'POST',
  path: '/platform/organizations/:slug/notifications',
  summary: 'Notify every member of an organization; a repeated key renews the earlier notification',
  params: OrganizationParams,
  body: NewNotification,
  response: ChangedNotifications,
  status: 201,
  audit: { title: 'Notify the members', keeps: ['title', 'priority', 'project_ref', 'key'] },
})
