import type { Needs } from '../permissions/need.rules.ts'

export const projectNeeds = {
  seeProjects: { action: 'read:Read', resource: 'projects', to: 'see projects' },
  createProjects: { action: 'write:Create', resource: 'projects', to: 'make projects in this organization' },
  renameProject: { action: 'write:Update', resource: 'projects', to: 'rename this project' },
  resetDatabasePassword: { action: 'write:Update', resource: 'projects', to: 'reset the database password' },
  transferProject: {
    action: 'write:Delete',
    resource: 'projects',
    to: 'transfer this project to another organization',
  },
  deleteProject: { action: 'write:Delete', resource: 'projects', to: 'delete this project' },
  pauseProject: { action: 'infra:Execute', resource: 'queue_jobs.projects.pause', to: 'pause this project' },
  restoreProject: {
    action: 'infra:Execute',
    resource: 'queue_jobs.projects.initialize_or_resume',
    to: 'restore this project',
  },
  restartProject: { action: 'infra:Execute', resource: 'queue_jobs.restart', to: 'restart this project' },
} as const satisfies Needs
