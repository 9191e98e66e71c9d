import { z } from 'zod'
import { endpoint, queryList } from '../endpoint.ts'
import { OrganizationParams } from '../organizations/organizations.schema.ts'
import { Text } from '../text.ts'
import {
  DEFAULT_PROJECT_SORT,
  PROJECTS_PAGE_MAX,
  PROJECTS_PAGE_SIZE,
  projectSorts,
} from './projects.rules.ts'
import {
  CreatedProject,
  NewProject,
  Project,
  ProjectActivity,
  ProjectName,
  ProjectPage,
  ProjectParams,
  ProjectTransfer,
  ProjectWithDatabases,
} from './projects.schema.ts'
import { projectStatuses } from './status.rules.ts'

export const listProjects = endpoint({
  name: 'listProjects',
  method: 'GET',
  path: '/platform/projects',
  summary: 'Every project the caller may see, by name',
  response: z.array(ProjectWithDatabases),
})

export const listOrganizationProjects = endpoint({
  name: 'listOrganizationProjects',
  method: 'GET',
  path: '/platform/organizations/:slug/projects',
  summary: 'A page of the projects of an organization',
  params: OrganizationParams,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(PROJECTS_PAGE_MAX).default(PROJECTS_PAGE_SIZE),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    sort: z.enum(projectSorts).default(DEFAULT_PROJECT_SORT),
    /** Part of a name or ref, in any case. */
    search: Text.max(100).default(''),
    statuses: queryList(z.enum(projectStatuses)).optional(),
  }),
  response: ProjectPage,
})

export const listProjectActivity = endpoint({
  name: 'listProjectActivity',
  method: 'GET',
  path: '/platform/organizations/:slug/projects/activity',
  summary: "Sizes of an organization's databases, and requests to their APIs over the last day",
  params: OrganizationParams,
  response: z.array(ProjectActivity),
})

export const createProject = endpoint({
  name: 'createProject',
  method: 'POST',
  path: '/platform/projects',
  summary: 'Create a project; returns at once while the project starts in the background',
  body: NewProject,
  response: CreatedProject,
  status: 201,
  audit: { title: 'Create a project', keeps: ['organization_slug', 'name', 'db_region'] },
})

export const getProject = endpoint({
  name: 'getProject',
  method: 'GET',
  path: '/platform/projects/:ref',
  summary: 'One project',
  params: ProjectParams,
  response: ProjectWithDatabases,
})

export const updateProject = endpoint({
  name: 'updateProject',
  method: 'PATCH',
  path: '/platform/projects/:ref',
  summary: 'Rename a project',
  params: ProjectParams,
  body: z.strictObject({ name: ProjectName }),
  response: Project,
  audit: { keeps: ['name'] },
})

export const transferProject = endpoint({
  name: 'transferProject',
  method: 'POST',
  path: '/platform/projects/:ref/transfer',
  summary:
    'Move a project with its branches to another organization of the caller; its database keeps running',
  params: ProjectParams,
  body: ProjectTransfer,
  response: Project,
  audit: { title: 'Transfer a project', keeps: ['target_organization_slug'] },
})

export const deleteProject = endpoint({
  name: 'deleteProject',
  method: 'DELETE',
  path: '/platform/projects/:ref',
  summary: 'Delete a project with its database; this cannot be undone',
  params: ProjectParams,
  response: Project,
  audit: { title: 'Delete a project' },
})

export const pauseProject = endpoint({
  name: 'pauseProject',
  method: 'POST',
  path: '/platform/projects/:ref/pause',
  summary: 'Stop the database and keep its data',
  params: ProjectParams,
  response: Project,
  audit: { title: 'Pause a project' },
})

export const restoreProject = endpoint({
  name: 'restoreProject',
  method: 'POST',
  path: '/platform/projects/:ref/restore',
  summary: 'Start a paused project, or try again after a failure',
  params: ProjectParams,
  response: Project,
  audit: { title: 'Restore a project' },
})

export const restartProject = endpoint({
  name: 'restartProject',
  method: 'POST',
  path: '/platform/projects/:ref/restart',
  summary: 'Stop and start the database; open connections end',
  params: ProjectParams,
  response: Project,
  audit: { title: 'Restart a project' },
})
