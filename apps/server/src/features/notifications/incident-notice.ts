import type {
  NotificationActionType,
  NotificationPriority,
  ProjectIncident,
} from '@basalt/contract/notifications/notifications.rules.ts'
import { escapeMarkdown } from '../../platform/escape-markdown.ts'
import type { Notice } from './notifications.port.ts'

const open = { label: 'Open project', url: '/project/[ref]' }
const tryAgain = {
  label: 'Try again',
  action_type: 'restore_project' satisfies NotificationActionType,
}

interface Words {
  priority: NotificationPriority
  title: (name: string) => string
  advice: string
  actions: Notice['actions']
}

const words: Record<ProjectIncident, Words> = {
  project_creation_failed: {
    priority: 'Critical',
    title: (name) => `${name} could not be set up`,
    advice: 'Nothing of it was kept. Remove the cause and try again.',
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
    advice: 'Its data are kept. Remove the cause and try again.',
    actions: [tryAgain, open],
  },
  project_crashed: {
    priority: 'Warning',
    title: (name) => `The database of ${name} stopped unexpectedly`,
    advice:
      'It is restarted by itself; connections and running transactions were lost. The log tells what happened.',
    actions: [open],
  },
  project_down: {
    priority: 'Critical',
    title: (name) => `The database of ${name} does not run`,
    advice: 'It is not started again by itself. Read the log, then restart the project.',
    actions: [open],
  },
  project_unresponsive: {
    priority: 'Critical',
    title: (name) => `The database of ${name} does not answer`,
    advice: 'Its process runs, but queries wait. Restarting the project ends the process if it has to.',
    actions: [open],
  },
  project_port_moved: {
    priority: 'Warning',
    title: (name) => `${name} has a new port`,
    advice: 'Change it in every program that connects there. The shared pooler is not affected.',
    actions: [open],
  },
  project_pooler_port_moved: {
    priority: 'Warning',
    title: (name) => `The dedicated pooler of ${name} has a new port`,
    advice: 'Change it in every program that connects there. The shared pooler is not affected.',
    actions: [open],
  },
}

/** The notice of a moved port stays when something else happens to the project. */
const lastingKeys: Partial<Record<ProjectIncident, string>> = {
  project_port_moved: ':port',
  project_pooler_port_moved: ':pooler-port',
}

/** What the members of a project's organization are told when something went wrong with it; one notification a project. */
export function incidentNotice(
  { ref, name }: { ref: string; name: string },
  incident: ProjectIncident,
  failure: string,
): Notice {
  const { title, advice, priority, actions } = words[incident]
  return {
    name: incident,
    priority,
    title: title(name),
    message: `${escapeMarkdown(failure)}\n\n${advice}`,
    actions,
    projectRef: ref,
    key: `project:${ref}${lastingKeys[incident] ?? ''}`,
  }
}
