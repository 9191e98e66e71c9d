import {
  ARCHIVED_NOTIFICATION_DAYS,
  type NotificationStatus,
} from '@basalt/contract/notifications/notifications.rules.ts'
import type {
  Notification,
  NotificationSummary,
} from '@basalt/contract/notifications/notifications.schema.ts'
import { type Expression, sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { excludeBlocked, mfaBlockedMemberships } from './mfa-blocked-memberships.ts'
import { notificationPage, type PageRequest, toNotification } from './notification-page.ts'
import type { Notice } from './notifications.port.ts'

export type NotificationStore = ReturnType<typeof notificationStore>

const nothingUnread: NotificationSummary = { unread_count: 0, has_warning: false, has_critical: false }

interface Change {
  id: string
  status: NotificationStatus
}

/** Notifications, one row per recipient. */
export function notificationStore(metadata: Metadata) {
  /** Returns the ids of the recipients. */
  const insert = async (
    recipients: Expression<{ user_id: string; organization_id: string | null }>,
    notice: Notice,
  ) => {
    const { rows } = await sql<{ user_id: string }>`
      insert into notifications (user_id, organization_id, name, key, priority, title, message, actions, project_ref)
      select user_id, organization_id, ${notice.name}, ${notice.key ?? null}, ${notice.priority}, ${notice.title},
        ${notice.message}, ${JSON.stringify(notice.actions)}::jsonb, ${notice.projectRef ?? null}
      from (${recipients}) recipients
      order by user_id
      on conflict (user_id, key) do update set
        organization_id = excluded.organization_id, name = excluded.name, status = 'new',
        priority = excluded.priority, title = excluded.title, message = excluded.message,
        actions = excluded.actions, project_ref = excluded.project_ref,
        occurrences = notifications.occurrences + 1, inserted_at = now()
      returning user_id`.execute(metadata)
    return rows.map((row) => row.user_id)
  }

  const deleteOldArchived = () =>
    sql`delete from notifications where status = 'archived'
      and archived_at < now() - make_interval(days => ${ARCHIVED_NOTIFICATION_DAYS})`.execute(metadata)

  /** One summary per user. */
  const summaries = async (userIds: readonly string[]): Promise<Map<string, NotificationSummary>> => {
    const blocked = await mfaBlockedMemberships(metadata, userIds)
    const { rows } = await sql<NotificationSummary & { user_id: string }>`
      select user_id, count(*)::int as unread_count,
        bool_or(priority = 'Warning') as has_warning, bool_or(priority = 'Critical') as has_critical
      from notifications where user_id = any(${userIds}) and status = 'new' ${excludeBlocked(blocked)}
      group by user_id`.execute(metadata)
    const unread = new Map(rows.map(({ user_id, ...summary }) => [user_id, summary]))
    return new Map(userIds.map((id) => [id, unread.get(id) ?? nothingUnread]))
  }

  return {
    /** Newest first. */
    async page(userId: string, request: PageRequest): Promise<Notification[]> {
      const { org_slug: slugs } = request
      const organizationIds = slugs && (await organizationIdsOf(metadata, slugs))
      const blocked = await mfaBlockedMemberships(metadata, [userId])
      const rows = await notificationPage(metadata, userId, request, {
        organizationIds,
        blockedIds: blocked.map(({ organization_id }) => organization_id),
      }).execute()
      return rows.map(toNotification)
    },

    async summary(userId: string): Promise<NotificationSummary> {
      return (await summaries([userId])).get(userId)!
    },

    summaries,

    /** Notifies all members, or for a notice about a project, those with access to it. */
    notifyMembers(organizationId: string, notice: Notice) {
      const { projectRef } = notice
      return insert(
        projectRef === undefined
          ? sql`select user_id, organization_id from members where organization_id = ${organizationId}`
          : sql`select user_id, ${organizationId}::uuid as organization_id
              from project_access where ref = ${projectRef}`,
        notice,
      )
    },

    /** Notifies the users among `userIds` who are members. */
    notifySome(organizationId: string, userIds: readonly string[], notice: Notice) {
      return insert(
        sql`select user_id, organization_id from members
          where organization_id = ${organizationId} and user_id = any(${userIds})`,
        notice,
      )
    },

    notifyUser(userId: string, notice: Notice) {
      return insert(sql`select ${userId}::uuid as user_id, null::uuid as organization_id`, notice)
    },

    /** Skips a user who has had a notification with the same name and title, archived ones included. */
    notifyUserOnce(userId: string, notice: Notice) {
      return insert(
        sql`select ${userId}::uuid as user_id, null::uuid as organization_id
          where not exists (
            select from notifications where user_id = ${userId} and name = ${notice.name} and title = ${notice.title})`,
        notice,
      )
    },

    /** Returns how many of the notifications belong to the user. Archiving clears the key. */
    async change(userId: string, changes: readonly Change[]): Promise<number> {
      const statuses = new Map(changes.map(({ id, status }) => [id, status]))
      const { numAffectedRows } = await sql`
        update notifications set status = change.status,
          archived_at = case when change.status = 'archived' then coalesce(archived_at, now()) end,
          key = case when change.status = 'archived' then null else key end
        from unnest(${[...statuses.keys()]}::uuid[], ${[...statuses.values()]}::text[]) as change (id, status)
        where notifications.id = change.id and user_id = ${userId}`.execute(metadata)
      await deleteOldArchived()
      return Number(numAffectedRows ?? 0)
    },

    async archiveAll(userId: string): Promise<number> {
      const { numAffectedRows } = await sql`
        update notifications set status = 'archived', archived_at = now(), key = null
        where user_id = ${userId} and status <> 'archived'`.execute(metadata)
      await deleteOldArchived()
      return Number(numAffectedRows ?? 0)
    },
  }
}

async function organizationIdsOf(metadata: Metadata, slugs: readonly string[]) {
  const rows = await metadata.selectFrom('organizations').select('id').where('slug', 'in', slugs).execute()
  return rows.map(({ id }) => id)
}
