import {
  INBOX_STATUSES,
  type NotificationPriority,
  type NotificationStatus,
} from '@basalt/contract/notifications/notifications.rules.ts'
import type { Notification, NotificationAction } from '@basalt/contract/notifications/notifications.schema.ts'
import { type Expression, sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { MFA_REQUIRED_NOTICE } from './member-notices.ts'

/** An empty filter list matches everything. */
export interface PageRequest {
  limit: number
  offset: number
  status: readonly NotificationStatus[]
  priority?: readonly NotificationPriority[] | undefined
  org_slug?: readonly string[] | undefined
  project_ref?: readonly string[] | undefined
}

interface Row extends Pick<Notification, 'id' | 'name' | 'status' | 'priority' | 'inserted_at'> {
  title: string
  message: string
  actions: NotificationAction[]
  project_ref: string | null
  occurrences: number
  org_slug: string | null
  org_name: string | null
  project_name: string | null
}

/** These lists have partial indexes, whose condition covers the whole status filter. */
const lists = [
  { statuses: INBOX_STATUSES, condition: sql<boolean>`status <> 'archived'` },
  { statuses: ['archived'], condition: sql<boolean>`status = 'archived'` },
] as const

/** Written as literals, so that the planner can choose a partial index. */
function conditionsOn(status: readonly NotificationStatus[]): Expression<boolean>[] {
  const list = lists.find(({ statuses }) => status.every((one) => statuses.some((other) => one === other)))
  if (!list || status.length === 0) return status.length > 0 ? [isOneOf('status', status)] : []
  const isWhole = new Set(status).size === list.statuses.length
  return isWhole ? [list.condition] : [list.condition, isOneOf('status', status)]
}

const isOneOf = (column: 'status' | 'priority' | 'project_ref', values: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${values}::text[])`

/**
 * The query for a page. `organizationIds` are the resolved `org_slug` filter; organizations in `blockedIds` are left
 * out. Rows are joined after paging, so that a deep page skips within the index.
 */
export function notificationPage(
  metadata: Metadata,
  userId: string,
  { limit, offset, status, priority = [], project_ref: refs = [] }: PageRequest,
  {
    organizationIds,
    blockedIds = [],
  }: { organizationIds?: readonly string[] | undefined; blockedIds?: readonly string[] } = {},
) {
  const page = metadata
    .selectFrom('notifications')
    .select(['id', 'inserted_at'])
    .where('user_id', '=', userId)
    .where(({ and }) => and(conditionsOn(status)))
    .$if(priority.length > 0, (query) => query.where(isOneOf('priority', priority)))
    .$if(refs.length > 0, (query) => query.where(isOneOf('project_ref', refs)))
    .$if(organizationIds !== undefined, (query) =>
      query.where(sql<boolean>`organization_id = any(${organizationIds}::uuid[])`),
    )
    .$if(blockedIds.length > 0, (query) =>
      query.where(
        sql<boolean>`(organization_id is null or organization_id <> all(${blockedIds}::uuid[])
          or name = ${MFA_REQUIRED_NOTICE})`,
      ),
    )
    .orderBy('inserted_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .as('page')
  return metadata
    .selectFrom(page)
    .innerJoin('notifications', 'notifications.id', 'page.id')
    .leftJoin('organizations', 'organizations.id', 'notifications.organization_id')
    .leftJoin('projects', 'projects.ref', 'notifications.project_ref')
    .select([
      'notifications.id',
      'notifications.name',
      'notifications.status',
      'notifications.priority',
      'notifications.inserted_at',
      'notifications.title',
      'notifications.message',
      'notifications.actions',
      'notifications.project_ref',
      'notifications.occurrences',
      'organizations.slug as org_slug',
      'organizations.name as org_name',
      'projects.name as project_name',
    ])
    .orderBy('page.inserted_at', 'desc')
    .orderBy('page.id')
}

export const toNotification = (row: Row): Notification => ({
  id: row.id,
  name: row.name,
  status: row.status,
  priority: row.priority,
  inserted_at: row.inserted_at,
  data: {
    title: row.title,
    message: row.message,
    ...(row.org_slug !== null && { org_slug: row.org_slug }),
    ...(row.project_ref !== null && { project_ref: row.project_ref }),
    actions: row.actions,
  },
  meta: {
    occurrences: row.occurrences,
    ...(row.org_name !== null && { org_name: row.org_name }),
    ...(row.project_name !== null && { project_name: row.project_name }),
  },
})
