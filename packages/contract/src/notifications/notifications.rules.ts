export const notificationStatuses = ['new', 'seen', 'archived'] as const
export type NotificationStatus = (typeof notificationStatuses)[number]
/** The statuses of notifications in the inbox. */
export const INBOX_STATUSES = ['new', 'seen'] as const satisfies readonly NotificationStatus[]

export const notificationPriorities = ['Critical', 'Warning', 'Info'] as const
export type NotificationPriority = (typeof notificationPriorities)[number]

export const NOTIFICATIONS_PAGE_SIZE = 10
export const NOTIFICATIONS_PAGE_MAX = 100
/** More than anyone scrolls past before closing the panel. */
export const NOTIFICATION_CHANGES_MAX = 1000
/** Archived notifications are deleted after this. */
export const ARCHIVED_NOTIFICATION_DAYS = 90

export const NOTIFICATION_TITLE_MAX = 120
export const NOTIFICATION_MESSAGE_MAX = 2000
export const NOTIFICATION_LABEL_MAX = 40
export const NOTIFICATION_ACTIONS_MAX = 3
export const NOTIFICATION_KEY_MAX = 200
export const NOTIFICATION_URL_MAX = 2000

/** Actions that the button of any notification can perform. */
export const notificationActionTypes = ['restore_project'] as const
export type NotificationActionType = (typeof notificationActionTypes)[number]

/**
 * A URL that a button or message may link to: http or https, or a path of this installation. No other scheme, and no
 * path that a browser would read as another host, such as `//example.com` or `/\example.com`.
 */
const SAFE_URL = /^(?:https?:\/\/[^\s\\]+|\/(?![/\\])[^\s\\]*)$/i
export const isSafeUrl = (url: string) => SAFE_URL.test(url)

/** Incidents of projects; each is the `name` of its notification. */
export const projectIncidents = [
  'project_creation_failed',
  'project_pause_failed',
  'project_restore_failed',
  'project_crashed',
  'project_down',
  'project_unresponsive',
  'project_port_moved',
  'project_pooler_port_moved',
  'project_backup_failed',
  'project_archive_behind',
  'project_failed_over',
] as const
export type ProjectIncident = (typeof projectIncidents)[number]
