import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { cacheSummary, notificationQueries } from '../../account/notifications/notifications.queries.ts'
import { advisorQueries } from '../../database/advisors/advisors.queries.ts'
import { billingQueries } from '../../organization/billing/billing.queries.ts'
import { memberKeys } from '../../organization/members/member-keys.queries.ts'
import { organizationQueries } from '../../organization/organizations/organizations.queries.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { usageQueries } from '../../organization/usage/usage.queries.ts'
import { instanceKeys } from '../../project/instances/instance-keys.queries.ts'
import { cacheProject, projectQueries } from '../../project/projects/projects.queries.ts'
import { tableKeys } from '../../table-editor/entities/table-keys.queries.ts'

/** Applies a pushed event to the query cache. */
export async function applyEvent(client: QueryClient, event: PlatformEvent): Promise<void> {
  if (event.type === 'project') {
    // After a restart, a restore or a fail-over it is another server.
    client.invalidateQueries({ queryKey: instanceKeys.facts(event.project.ref) })
    return cacheProject(client, event.project)
  }
  if (event.type === 'members') {
    client.invalidateQueries({ queryKey: memberKeys.of(event.organization_slug) })
    client.invalidateQueries({ queryKey: permissionQueries.all })
    client.invalidateQueries({ queryKey: organizationQueries.list().queryKey })
    // Project roles determine which projects and notifications are visible.
    client.invalidateQueries({ queryKey: projectQueries.lists() })
    client.invalidateQueries({ queryKey: notificationQueries.all })
    return
  }
  if (event.type === 'organization') {
    client.invalidateQueries({ queryKey: organizationQueries.all })
    client.invalidateQueries({ queryKey: billingQueries.subscription(event.organization_slug).queryKey })
    client.invalidateQueries({ queryKey: usageQueries.of(event.organization_slug) })
    return
  }
  if (event.type === 'notification_summary') return cacheSummary(client, event.summary)
  if (event.type === 'tables_changed') {
    for (const queryKey of tableKeys.changed(event.ref, event.id)) client.invalidateQueries({ queryKey })
    return
  }
  if (event.type === 'advisors') {
    client.invalidateQueries({ queryKey: advisorQueries.of(event.ref) })
    return
  }
  // Other events are from a newer server.
  if (event.type === 'project_removed') {
    client.removeQueries({ queryKey: projectQueries.detail(event.ref).queryKey })
    client.invalidateQueries({ queryKey: projectQueries.lists() })
  }
}

/** Queries whose changes the server pushes; others are refetched when stale. */
const pushed = [
  projectQueries.all,
  organizationQueries.all,
  memberKeys.all,
  permissionQueries.all,
  notificationQueries.all,
  advisorQueries.all,
  tableKeys.entities,
  tableKeys.definitions,
  tableKeys.rows,
  tableKeys.catalogues,
]

/**
 * Refetches pushed queries that were loaded, or are being loaded, before the event stream opened. Fetches under way
 * complete first, because the page waits for them.
 */
export async function refreshPushed(client: QueryClient) {
  const cache = client.getQueryCache()
  const outdated = new Set(pushed.flatMap((queryKey) => cache.findAll({ queryKey, type: 'active' })))
  const predicate = (query: Query) => outdated.has(query)
  await client.refetchQueries(
    { predicate: (query) => predicate(query) && query.state.fetchStatus === 'fetching' },
    { cancelRefetch: false },
  )
  await client.invalidateQueries({ predicate })
}
