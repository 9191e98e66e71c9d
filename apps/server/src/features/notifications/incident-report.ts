import type { ProjectIncident } from '@basalt/contract/notifications/notifications.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { incidentNotice } from './incident-notice.ts'
import type { NotificationService } from './notifications.service.ts'

interface Deps {
  notifier: NotificationService
  projectOf(ref: string): Promise<(Project & { organization_id: string }) | undefined>
  onError(error: unknown, ref: string): void
}

/** Tells the members of a project's organization what went wrong with it. Never throws: its status says so too. */
export const incidentReport =
  ({ notifier, projectOf, onError }: Deps) =>
  async (ref: string, incident: ProjectIncident, failure: string): Promise<void> => {
    try {
      const project = await projectOf(ref)
      if (project)
        await notifier.notifyMembers(project.organization_id, incidentNotice(project, incident, failure))
    } catch (error) {
      onError(error, ref)
    }
  }
