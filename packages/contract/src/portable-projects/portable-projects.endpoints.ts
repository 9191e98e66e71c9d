import { z } from 'zod'
import { BackupParams } from '../backups/backups.schema.ts'
import { endpoint } from '../endpoint.ts'
import { OrganizationSlug } from '../organizations/organizations.schema.ts'
import { CreatedProject, ProjectName } from '../projects/projects.schema.ts'

export const downloadPortable = endpoint({
  name: 'downloadPortable',
  method: 'GET',
  path: '/platform/database/:ref/backups/:id/portable',
  summary:
    'A backup with its files, shared queries and settings as one file, which another Basalt opens as a project',
  params: BackupParams,
  response: z.string(),
  media: 'file',
  audit: { title: 'Download a project as one file', reveals: true },
})

export const openPortable = endpoint({
  name: 'openPortable',
  method: 'POST',
  path: '/platform/organizations/:slug/portable-projects',
  summary:
    'Make a project from a portable file, sent as application/octet-stream; answers once the file is complete and checked',
  params: z.object({ slug: OrganizationSlug }),
  query: z.object({ name: ProjectName }),
  response: CreatedProject,
  status: 201,
  audit: { title: 'Open a project from a file', keeps: [] },
})
