import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { cacheSummary, notificationQueries } from '../../account/notifications/notifications.queries.ts'
import { billingQueries } from '../../organization/billing/billing.queries.ts'
import { memberQueries } from '../../organization/members/members.queries.ts'
import { organizationQueries } from '../../organization/organizations/organizations.queries.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { usageQueries } from '../../organization/usage/usage.queries.ts'
import { projectQueries, cacheProject } from '../../project/projects/projects.queries.ts'

/** Brings what the server pushed into everything that is loaded. */
export async function applyEvent(client: QueryClient, event: PlatformEvent): Promise<void> {
  if (event.type === 'project') return cacheProject(client, event.project)
  if (event.type === 'members') {
    client.invalidateQueries({ queryKey: memberQueries.of(event.organization_slug) })
    client.invalidateQueries({ queryKey: permissionQueries.all })
    client.invalidateQueries({ queryKey: organizationQueries.list().queryKey })
    // A role on single projects decides which of them there are to see, and to hear of.
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
  // Else a newer server tells of something that this page does not know.
  if (event.type === 'project_removed') {
    client.removeQueries({ queryKey: projectQueries.detail(event.ref).queryKey })
    client.invalidateQueries({ queryKey: projectQueries.lists() })
  }
}

/** What the server tells of when it changes; everything else is asked for when it is old. */
const pushed = [
  projectQueries.all,
  organizationQueries.all,
  memberQueries.all,
  permissionQueries.all,
  notificationQueries.all,
]

/**
 * Asks again for what was loaded, or is being loaded, before anything could be heard of it. What is under way is let
 * finish first: the page waits for it.
 */
export async function refreshPushed(client: QueryClient) {
  const cache = client.getQueryCache()
  const unheard = new Set(pushed.flatMap((queryKey) => cache.findAll({ queryKey, type: 'active' })))
  const predicate = (query: Query) => unheard.has(query)
  await client.refetchQueries(
    { predicate: (query) => predicate(query) && query.state.fetchStatus === 'fetching' },
    { cancelRefetch: false },
  )
  await client.invalidateQueries({ predicate })
}
