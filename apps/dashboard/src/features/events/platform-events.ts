import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import type { QueryClient } from '@tanstack/react-query'
import { memberQueries } from '../members/members.queries.ts'
import { notificationQueries, rememberSummary } from '../notifications/notifications.queries.ts'
import { organizationQueries } from '../organizations/organizations.queries.ts'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { projectQueries, rememberProject } from '../projects/projects.queries.ts'

/** Brings what the server pushed into everything that is loaded. */
export function applyEvent(client: QueryClient, event: PlatformEvent) {
  if (event.type === 'project') return rememberProject(client, event.project)
  if (event.type === 'members') {
    client.invalidateQueries({ queryKey: memberQueries.of(event.organization_slug) })
    client.invalidateQueries({ queryKey: permissionQueries.all })
    client.invalidateQueries({ queryKey: organizationQueries.list().queryKey })
    // A role on single projects decides which of them there are to see, and to hear of.
    client.invalidateQueries({ queryKey: projectQueries.lists() })
    client.invalidateQueries({ queryKey: notificationQueries.all })
    return
  }
  if (event.type === 'notification_summary') return rememberSummary(client, event.summary)
  client.removeQueries({ queryKey: projectQueries.detail(event.ref).queryKey })
  client.invalidateQueries({ queryKey: projectQueries.lists() })
}
