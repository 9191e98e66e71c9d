import type { ProjectSort } from '@basalt/contract/projects/projects.rules.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { containing } from '@basalt/sql/like-pattern.ts'
import { type Expression, sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export interface PageRequest {
  limit: number
  offset: number
  sort: ProjectSort
  search: string
  statuses?: ProjectStatus[] | undefined
}

/** Projects in the form of the API, of all users. */
export const projectRows = (metadata: Metadata) =>
  metadata
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .select([
      'projects.ref',
      'projects.name',
      'organizations.slug as organization_slug',
      'projects.status',
      'projects.failure',
      'projects.asleep_since',
      'projects.locked_at',
      'projects.unlocked_until',
      'projects.region',
      'projects.created_at',
      'projects.revision',
    ])

/**
 * Branches are listed with the project that they are branches of. Not as a join: a page then reads only as many projects
 * as it lists.
 */
export const isNoBranch = sql<boolean>`(
  select branches.parent_project_ref from branches where branches.project_ref = projects.ref) = projects.ref`

/** Projects that the user may see. */
export const projectRowsOf = (metadata: Metadata, userId: string | Expression<string>) =>
  projectRows(metadata)
    .innerJoin('project_access', 'project_access.ref', 'projects.ref')
    .where('project_access.user_id', '=', userId)

/**
 * The rule of `project_access`, written so that membership of the organization is looked up once and not per project: a
 * page then reads only as many projects as it lists, whatever the planner's statistics.
 */
const isVisibleTo = (userId: string, organizationId: string) => sql<boolean>`(
  exists (select from members
    where organization_id = ${organizationId} and user_id = ${userId} and role is not null)
  or exists (select from branches
    join project_roles on project_roles.ref = branches.parent_project_ref
    where branches.project_ref = projects.ref and project_roles.user_id = ${userId}))`

const matching = (
  metadata: Metadata,
  userId: string,
  organizationId: string,
  { search, statuses = [] }: PageRequest,
) => {
  const pattern = containing(search)
  return projectRows(metadata)
    .where('projects.organization_id', '=', organizationId)
    .where(isVisibleTo(userId, organizationId))
    .where(isNoBranch)
    .$if(search !== '', (query) =>
      query.where(({ or, eb }) =>
        or([eb('projects.name', 'ilike', pattern), eb('projects.ref', 'ilike', pattern)]),
      ),
    )
    .$if(statuses.length > 0, (query) => query.where('projects.status', 'in', statuses))
}

/** The query for a page of an organization's projects. */
export function projectPage(
  metadata: Metadata,
  userId: string,
  organizationId: string,
  request: PageRequest,
) {
  const { limit, offset, sort } = request
  const [column, direction] = sort.split('_') as ['name' | 'created', 'asc' | 'desc']
  const key = column === 'name' ? sql`lower(projects.name)` : sql.ref('projects.created_at')
  return matching(metadata, userId, organizationId, request)
    .orderBy(key, direction)
    .orderBy('projects.ref', direction)
    .limit(limit)
    .offset(offset)
}

/** The query for the number of projects on all pages. */
export const projectCount = (
  metadata: Metadata,
  userId: string,
  organizationId: string,
  request: PageRequest,
) =>
  matching(metadata, userId, organizationId, request)
    .clearSelect()
    .select(({ fn }) => fn.countAll<string>().as('count'))
