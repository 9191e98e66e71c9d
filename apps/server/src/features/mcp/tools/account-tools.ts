import { getOrganization, listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { OrganizationSlug } from '@basalt/contract/organizations/organizations.schema.ts'
import {
  createProject,
  listProjects,
  pauseProject,
  restoreProject,
} from '@basalt/contract/projects/projects.endpoints.ts'
import { type Project, ProjectName } from '@basalt/contract/projects/projects.schema.ts'
import { z } from 'zod'
import { accountTool, projectTool } from '../tool.ts'

const organizationSummary = ({ slug, name, plan }: Organization) => ({ id: slug, name, plan: plan.id })
const projectSummary = ({
  ref,
  name,
  organization_slug,
  status,
  failure,
  region,
  created_at,
}: Omit<Project, 'revision'>) => ({
  id: ref,
  organization_id: organization_slug,
  name,
  region,
  status,
  ...(failure !== null && { failure }),
  created_at,
})

const feature = 'account'

export const accountTools = [
  accountTool({
    name: 'list_organizations',
    title: 'List organizations',
    description: 'Lists the organizations that you belong to.',
    feature,
    effect: 'reads',
    input: {},
    audit: {},
    run: async (_input, { call }) => (await call(listOrganizations, {})).map(organizationSummary),
  }),
  accountTool({
    name: 'get_organization',
    title: 'Show an organization',
    description: 'Shows one organization with its plan.',
    feature,
    effect: 'reads',
    input: { id: OrganizationSlug.describe('The id of the organization, as list_organizations shows it') },
    audit: { keeps: ['id'] },
    run: async ({ id }, { call }) =>
      organizationSummary(await call(getOrganization, { params: { slug: id } })),
  }),
  accountTool({
    name: 'list_projects',
    title: 'List projects',
    description:
      'Lists all projects that you have access to, in all organizations. Use it to find the id of the project that the user means.',
    feature,
    effect: 'reads',
    input: {},
    audit: {},
    run: async (_input, { call }) => (await call(listProjects, {})).map(projectSummary),
  }),
  projectTool({
    name: 'get_project',
    title: 'Show a project',
    description: 'Shows one project with its status.',
    feature,
    effect: 'reads',
    input: {},
    audit: {},
    run: async (_input, { project }) => projectSummary(project),
  }),
  accountTool({
    name: 'create_project',
    title: 'Create a project',
    description:
      'Creates a project with its own database. It starts within a second or two: call get_project until its status is ACTIVE_HEALTHY. Ask the user which organization it belongs to. Its database password is generated and not shown here.',
    feature,
    effect: 'writes',
    input: {
      name: ProjectName.describe('The name of the project'),
      organization_id: OrganizationSlug.describe(
        'The id of the organization, as list_organizations shows it',
      ),
      region: z
        .string()
        .optional()
        .describe('Leave this out: there is only one region, and any other name is refused'),
    },
    audit: { keeps: ['name', 'organization_id', 'region'] },
    run: async ({ name, organization_id, region }, { call }) => {
      const body = { organization_slug: organization_id, name, db_region: region }
      // The response contains the generated password, which agents must not see.
      return {
        ...projectSummary(await call(createProject, { body })),
        note: 'The database password was generated and is not shown here. Reset it in the Connect dialog of the dashboard to get one to connect with.',
      }
    },
  }),
  projectTool({
    name: 'pause_project',
    title: 'Pause a project',
    description: 'Stops the database of a project and keeps its data. Its clients are disconnected.',
    feature,
    effect: 'destroys',
    isRepeatable: true,
    input: {},
    audit: {},
    confirmation: (_input, { project }) =>
      `Pause ${project.name} (${project.ref})? Its database stops, and every app that uses it is disconnected.`,
    run: async (_input, { call, project }) =>
      projectSummary(await call(pauseProject, { params: { ref: project.ref } })),
  }),
  projectTool({
    name: 'restore_project',
    title: 'Restore a project',
    description: 'Starts a paused project, or retries after a failed start.',
    feature,
    effect: 'writes',
    isRepeatable: true,
    input: {},
    audit: {},
    run: async (_input, { call, project }) =>
      projectSummary(await call(restoreProject, { params: { ref: project.ref } })),
  }),
]
