import { z } from 'zod'
import { ProjectRef } from '../projects/projects.schema.ts'
import { nameText, Text } from '../text.ts'
import {
  isSafeUrl,
  NOTIFICATION_ACTIONS_MAX,
  NOTIFICATION_CHANGES_MAX,
  NOTIFICATION_KEY_MAX,
  NOTIFICATION_LABEL_MAX,
  NOTIFICATION_MESSAGE_MAX,
  NOTIFICATION_TITLE_MAX,
  NOTIFICATION_URL_MAX,
  notificationActionTypes,
  notificationPriorities,
  notificationStatuses,
} from './notifications.rules.ts'

export const NotificationStatus = z.enum(notificationStatuses)
export const NotificationPriority = z.enum(notificationPriorities)

/** A button: links to `url`, in which `[ref]` and `[slug]` are replaced by the notification's, or performs `action_type`. */
export const NotificationAction = z.object({
  label: z.string(),
  url: z.string().optional(),
  action_type: z.string().optional(),
})
export type NotificationAction = z.infer<typeof NotificationAction>

export const Notification = z
  .object({
    id: z.uuid(),
    /** The kind of notification, such as `project_restore_failed`. */
    name: z.string(),
    status: NotificationStatus,
    priority: NotificationPriority,
    /** When it last happened. */
    inserted_at: z.iso.datetime(),
    data: z.object({
      title: z.string(),
      /** Markdown. */
      message: z.string(),
      org_slug: z.string().optional(),
      project_ref: z.string().optional(),
      actions: z.array(NotificationAction),
    }),
    meta: z.object({
      /** How often it happened since it was last archived. */
      occurrences: z.number().int(),
      org_name: z.string().optional(),
      project_name: z.string().optional(),
    }),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

/** The unread notifications. */
export const NotificationSummary = z
  .object({ unread_count: z.number().int(), has_warning: z.boolean(), has_critical: z.boolean() })
  .meta({ id: 'NotificationSummary' })
export type NotificationSummary = z.infer<typeof NotificationSummary>

export const NotificationChanges = z
  .array(z.strictObject({ id: z.uuid(), status: NotificationStatus }))
  .min(1, 'Name at least one notification')
  .max(NOTIFICATION_CHANGES_MAX, `Change at most ${NOTIFICATION_CHANGES_MAX} notifications at once`)

/** How many notifications a call created or changed. */
export const ChangedNotifications = z.object({ count: z.number().int() })

const label = nameText('The label', 1, NOTIFICATION_LABEL_MAX)
const NewNotificationAction = z.union(
  [
    z.strictObject({
      label,
      url: Text.max(NOTIFICATION_URL_MAX).refine(
        isSafeUrl,
        'Enter an address that starts with https:// or http://, or a path that starts with /',
      ),
    }),
    z.strictObject({ label, action_type: z.enum(notificationActionTypes) }),
  ],
  'An action has a label, and either a url (https://, http:// or a path) or an action_type',
)

export const NewNotification = z
  .strictObject({
    title: nameText('The title', 1, NOTIFICATION_TITLE_MAX),
    /** Markdown: emphasis, code, links and lists. */
    message: Text.max(
      NOTIFICATION_MESSAGE_MAX,
      `The message may have at most ${NOTIFICATION_MESSAGE_MAX} characters`,
    ).default(''),
    priority: NotificationPriority.default('Info'),
    /** The project of the organization that it is about. */
    project_ref: ProjectRef.optional(),
    actions: z
      .array(NewNotificationAction)
      .max(NOTIFICATION_ACTIONS_MAX, `At most ${NOTIFICATION_ACTIONS_MAX} actions`)
      .default([]),
    /** A notification with this key that is not archived is renewed instead of adding another. */
    key: nameText('The key', 1, NOTIFICATION_KEY_MAX).optional(),
  })
  .refine(
    ({ actions, project_ref }) =>
      project_ref !== undefined || actions.every((action) => !('action_type' in action)),
    { path: ['project_ref'], message: 'An action_type needs the project_ref of the project it works on' },
  )
export type NewNotification = z.infer<typeof NewNotification>
