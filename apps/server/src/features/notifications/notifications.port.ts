import type {
  NotificationPriority,
  ProjectIncident,
} from '@basalt/contract/notifications/notifications.rules.ts'
import type { NotificationAction } from '@basalt/contract/notifications/notifications.schema.ts'
import type { Role } from '@basalt/contract/permissions/roles.rules.ts'

/** A notification before it is stored. */
export interface Notice {
  /** The kind, such as `project_crashed`. */
  name: string
  priority: NotificationPriority
  title: string
  /** Markdown. */
  message: string
  actions: NotificationAction[]
  projectRef?: string | undefined
  /** Identifies the subject: a notice with the same key renews the notification instead of adding one. */
  key?: string | undefined
}

/** Sends notifications. Each method returns the number of users reached. */
export interface Notifier {
  /** All members of an organization, and its webhooks. */
  notifyMembers(organizationId: string, notice: Notice): Promise<number>
  /** Some members of an organization. */
  notifySome(organizationId: string, userIds: readonly string[], notice: Notice): Promise<number>
  notifyUser(userId: string, notice: Notice): Promise<number>
  /** Skips a user who has had a notification with the same name and title. */
  notifyUserOnce(userId: string, notice: Notice): Promise<number>
}

/** Notifies the members of a project's organization that something went wrong with the project. Never throws. */
export type ReportIncident = (ref: string, incident: ProjectIncident, failure: string) => Promise<void>

/** Somebody joined an organization by invitation. */
export interface Joining {
  organization: { id: string; slug: string; name: string }
  userId: string
  email: string
  role: Role
  /** How many projects the role is limited to; null for the whole organization. */
  projects: number | null
  inviterId: string | null
  /** User ids of those who manage the members. */
  managerIds: string[]
}

/** Notifies about members. Failures are only logged, because the team page has the same information. */
export interface MemberNotifier {
  /** Notifies the inviter and others who manage the members. */
  notifyJoined(joining: Joining): Promise<void>
  /** Notifies members who are locked out until they set up MFA. */
  notifyMfaRequired(organization: { id: string; name: string }, userIds: readonly string[]): Promise<void>
}
