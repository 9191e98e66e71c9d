import {
  createProject as createProjectCall,
  deleteProject as deleteProjectCall,
  getProject,
  listOrganizationProjects,
  listProjectActivity,
  listProjects,
  pauseProject as pauseProjectCall,
  restartProject as restartProjectCall,
  restoreProject as restoreProjectCall,
  transferProject as transferProjectCall,
  updateProject,
} from '@basalt/contract/projects/projects.endpoints.ts'
import { PROJECTS_PAGE_SIZE, type ProjectSort } from '@basalt/contract/projects/projects.rules.ts'
import type { NewProject, Project, ProjectActivity } from '@basalt/contract/projects/projects.schema.ts'
import { isInTransition, type ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../api/call.ts'
import { isFetching, refetchAfterChange } from '../../../api/refetch-after-change.ts'
import { nextOffset, type PageOfProjects, type ProjectPages, pagesWith } from './project-pages.ts'

/** Changes are pushed as events; this polls slowly in case a proxy drops them. */
const SAFETY_REFETCH_MS = 10_000
/** Events keep lists up to date, so a cached list can be displayed at once. */
const LIST_STALE_MS = 30 * 60_000

/** Counts over a day change slowly and are not free. */
const ACTIVITY_STALE_MS = 60_000

export interface ProjectFilter {
  sort: ProjectSort
  search: string
  /** Defaults to all. */
  statuses?: ProjectStatus[]
}

const listKey = ['projects', 'list'] as const
const pagesKey = [...listKey, 'of'] as const

/** The newer of two versions, because an event may have overtaken a response. */
const newer = (known: Project | undefined, other: Project) =>
  known && known.revision > other.revision ? known : other

export const projectQueries = {
  all: ['projects'] as const,

  detail: (ref: string) =>
    queryOptions({
      queryKey: ['projects', 'detail', ref] as const,
      // Events carry only the project, so the databases in the response must not be used.
      queryFn: ({ signal }): Promise<Project> => call(getProject, { params: { ref } }, signal),
      structuralSharing: (known, answered) => newer(known as Project | undefined, answered as Project),
      refetchInterval: ({ state }) => state.data && isInTransition(state.data.status) && SAFETY_REFETCH_MS,
    }),

  /** The query key prefix of every list. */
  lists: () => listKey,

  /** Every project visible to the user, by name. */
  mine: () =>
    queryOptions({
      queryKey: [...listKey, 'mine'] as const,
      queryFn: ({ signal }): Promise<Project[]> => call(listProjects, {}, signal),
      staleTime: LIST_STALE_MS,
    }),

  /** Sizes and activity of an organization's projects, by ref. */
  activity: (slug: string) =>
    queryOptions({
      queryKey: ['projects', 'activity', slug] as const,
      queryFn: async ({ signal }) => {
        const rows = await call(listProjectActivity, { params: { slug } }, signal)
        return Object.fromEntries(rows.map((row) => [row.ref, row])) as Record<
          string,
          ProjectActivity | undefined
        >
      },
      staleTime: ACTIVITY_STALE_MS,
    }),

  /** The projects of an organization, in pages. */
  pages: (slug: string, filter: ProjectFilter) =>
    infiniteQueryOptions({
      queryKey: [...pagesKey, slug, filter] as const,
      queryFn: ({ pageParam, signal }): Promise<PageOfProjects> =>
        call(
          listOrganizationProjects,
          { params: { slug }, query: { ...filter, limit: PROJECTS_PAGE_SIZE, offset: pageParam } },
          signal,
        ),
      initialPageParam: 0,
      getNextPageParam: nextOffset,
      staleTime: LIST_STALE_MS,
    }),
}

/**
 * Updates a project in all cached queries. Lists whose order may change are refetched, and so are those being fetched,
 * because their responses may be older than the change.
 */
export function cacheProject(client: QueryClient, changed: Project) {
  const { queryKey: detail } = projectQueries.detail(changed.ref)
  const project = newer(client.getQueryData(detail), changed)
  client.setQueryData(detail, project)

  const { queryKey: mine } = projectQueries.mine()
  const known = client.getQueryData(mine)
  const isInPlace = known?.some(({ ref, name }) => ref === project.ref && name === project.name)
  const isOutdated = !isInPlace || isFetching(client, mine)
  if (isInPlace)
    client.setQueryData(
      mine,
      known?.map((row) => (row.ref === project.ref ? project : row)),
    )
  if (isOutdated) void refetchAfterChange(client, mine)

  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: pagesKey })) {
    const [, , , slug, filter] = queryKey as ReturnType<typeof projectQueries.pages>['queryKey']
    if (slug !== project.organization_slug) continue
    const pages = state.data && pagesWith(state.data as ProjectPages, project, filter.statuses)
    const isOutdated = !pages || isFetching(client, queryKey)
    if (pages) client.setQueryData(queryKey, pages)
    if (isOutdated) void refetchAfterChange(client, queryKey)
  }
}

const onProject = (
  project: Project,
  _variables: unknown,
  _result: unknown,
  { client }: { client: QueryClient },
) => cacheProject(client, project)

/** Errors are displayed in the form. */
export const createProject = mutationOptions({
  mutationFn: (body: z.input<typeof NewProject>) => call(createProjectCall, { body }),
  onSuccess: ({ db_pass: _, ...project }, ...rest) => onProject(project, ...rest),
})

/** Errors are displayed in the form. */
export const renameProject = (ref: string) =>
  mutationOptions({
    mutationFn: (name: string) => call(updateProject, { params: { ref }, body: { name } }),
    onSuccess: onProject,
  })

export const restoreProject = (ref: string) =>
  mutationOptions({
    mutationFn: () => call(restoreProjectCall, { params: { ref } }),
    onSuccess: onProject,
    meta: { errorTitle: 'Failed to restore project' },
  })

/** Errors are displayed in the dialog. Refetches everything, because permissions may have changed. */
export const transferProject = (ref: string) =>
  mutationOptions({
    mutationFn: (target_organization_slug: string) =>
      call(transferProjectCall, { params: { ref }, body: { target_organization_slug } }),
    onSuccess: (project, _slug, _result, { client }) => {
      cacheProject(client, project)
      return client.invalidateQueries()
    },
  })

const confirmedCalls = { pause: pauseProjectCall, restart: restartProjectCall, delete: deleteProjectCall }
export type ConfirmedAction = keyof typeof confirmedCalls

/** Errors are displayed in the confirmation dialog. */
export const confirmedAction = (ref: string, action: ConfirmedAction) =>
  mutationOptions({
    mutationFn: () => call(confirmedCalls[action], { params: { ref } }),
    onSuccess: onProject,
  })
