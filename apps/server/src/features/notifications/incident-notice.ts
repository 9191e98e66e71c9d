import type {
  NotificationActionType,
  NotificationPriority,
  ProjectIncident,
} from '@basalt/contract/notifications/notifications.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { escapeMarkdown } from '../../platform/escape-markdown.ts'
import type { Notice, Notifier, ReportIncident } from './notifications.port.ts'

const open = { label: 'Open project', url: '/project/[ref]' }
const openBackups = { label: 'Open backups', url: '/project/[ref]/database/backups/scheduled' }
const openInfrastructure = {
  label: 'Open infrastructure',
  url: '/project/[ref]/settings/infrastructure',
}
const tryAgain = {
  label: 'Try again',
  action_type: 'restore_project' satisfies NotificationActionType,
}

interface IncidentText {
  priority: NotificationPriority
  title: (name: string) => string
  advice: string
  actions: Notice['actions']
}

const incidentTexts: Record<ProjectIncident, IncidentText> = {
  project_creation_failed: {
    priority: 'Critical',
    title: (name) => `${name} could not be set up`,
    advice: 'Nothing was created. Fix the cause and try again.',
    actions: [tryAgain, open],
  },
  project_pause_failed: {
    priority: 'Warning',
    title: (name) => `${name} could not be paused`,
    advice: 'Open the project to pause it again.',
    actions: [open],
  },
  project_restore_failed: {
    priority: 'Critical',
    title: (name) => `${name} could not be restored`,
    advice: 'Its data is safe. Fix the cause and try again.',
    actions: [tryAgain, open],
  },
  project_crashed: {
    priority: 'Warning',
    title: (name) => `The database of ${name} stopped unexpectedly`,
    advice:
      'It restarts automatically. Connections and running transactions were lost. See the log for the cause.',
    actions: [open],
  },
  project_down: {
    priority: 'Critical',
    title: (name) => `The database of ${name} is down`,
    advice: 'It does not restart automatically. See the log, then restart the project.',
    actions: [open],
  },
  project_unresponsive: {
    priority: 'Critical',
    title: (name) => `The database of ${name} is not responding`,
    advice:
      'Its process is running, but queries hang. Restart the project; this ends the process if necessary.',
    actions: [open],
  },
  project_port_moved: {
    priority: 'Warning',
    title: (name) => `${name} has a new port`,
    advice: 'Update it in all clients that connect to it directly. The shared pooler is not affected.',
    actions: [open],
  },
  project_pooler_port_moved: {
    priority: 'Warning',
    title: (name) => `The dedicated pooler of ${name} has a new port`,
    advice: 'Update it in all clients that connect to it. The shared pooler is not affected.',
    actions: [open],
  },
  project_backup_failed: {
    priority: 'Critical',
    title: (name) => `A backup of ${name} failed`,
    advice: 'Earlier backups are not affected. Fix the cause, then back up the project again.',
    actions: [openBackups],
  },
  project_failed_over: {
    priority: 'Critical',
    title: (name) => `A read replica of ${name} has taken the place of its primary`,
    advice:
      'The data of the former primary is kept until it is rebuilt or dropped on the infrastructure page, and is never started again.',
    actions: [openInfrastructure],
  },
  project_archive_behind: {
    priority: 'Critical',
    title: (name) => `The latest changes of ${name} are not backed up`,
    advice:
      'Point-in-time recovery ends at the last moment that was received. It continues by itself once the cause is fixed.',
    actions: [openBackups],
  },
}

/** Keys that keep the notice of a moved port when something else happens to the project. */
const keySuffixes: Partial<Record<ProjectIncident, string>> = {
  project_port_moved: ':port',
  project_pooler_port_moved: ':pooler-port',
  project_backup_failed: ':backup',
  project_archive_behind: ':archive',
  project_failed_over: ':fail-over',
}

/** The notice for members when something went wrong with a project. It replaces the project's previous incident. */
export function incidentNotice(
  { ref, name }: { ref: string; name: string },
  incident: ProjectIncident,
  failure: string,
): Notice {
  const { title, advice, priority, actions } = incidentTexts[incident]
  return {
    name: incident,
    priority,
    title: title(name),
    message: `${escapeMarkdown(failure)}\n\n${advice}`,
    actions,
    projectRef: ref,
    key: `project:${ref}${keySuffixes[incident] ?? ''}`,
  }
}

interface Deps {
  notifier: Pick<Notifier, 'notifyMembers'>
  projectOf(ref: string): Promise<(Project & { organization_id: string }) | undefined>
  onError(error: unknown, ref: string): void
}

/** Notifies the members of a project's organization. Never throws: the project's status shows the failure too. */
export const incidentReporter =
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
