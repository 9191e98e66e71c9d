import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { incidentNotice } from './incident-notice.ts'
import type { Notifier, ReportIncident } from './notifications.port.ts'

interface Deps {
  notifier: Pick<Notifier, 'notifyMembers'>
  projectOf(ref: string): Promise<(Project & { organization_id: string }) | undefined>
  onError(error: unknown, ref: string): void
}

/** Tells the members of a project's organization what went wrong with it. Never throws: its status says so too. */
export const incidentReport =
  ({ notifier, projectOf, onError }: Deps): ReportIncident =>
  async (ref, incident, failure) => {
    try {
      const project = await projectOf(ref)
      if (project)
        await notifier.notifyMembers(project.organization_id, incidentNotice(project, incident, failure))
    } catch (error) {
      onError(error, ref)
    }
  }
