import {
  DEFAULT_PROJECT_SORT,
  type ProjectSort,
  projectSorts,
} from '@basalt/contract/projects/projects.rules.ts'
import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { aTextUpTo, oneOf, searchOf } from '../../../../lib/shape.ts'
import type { Option } from '../../../../ui/controls/option.ts'
import type { ProjectFilter } from '../projects.queries.ts'

export const SEARCH_DEBOUNCE_MS = 500
/** The server's limit. */
export const SEARCH_MAX = 100

const statusFilters = ['all', 'active', 'paused'] as const
export type StatusFilter = (typeof statusFilters)[number]

export const statusFilterOptions: Option<StatusFilter>[] = [
  { value: 'all', label: 'All statuses' },
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
]

const statusesOf: Record<StatusFilter, ProjectStatus[] | undefined> = {
  all: undefined,
  active: ['ACTIVE_HEALTHY'],
  paused: ['INACTIVE'],
}

export const sortOptions: Option<ProjectSort>[] = [
  { value: 'name_asc', label: 'Name, A to Z' },
  { value: 'name_desc', label: 'Name, Z to A' },
  { value: 'created_desc', label: 'Newest first' },
  { value: 'created_asc', label: 'Oldest first' },
]

/** The search params of the list; invalid ones are dropped. */
export const projectListSearch = searchOf({
  search: aTextUpTo(SEARCH_MAX),
  status: oneOf(statusFilters),
  sort: oneOf(projectSorts),
})
export type ProjectListSearch = ReturnType<typeof projectListSearch.parse>

export const filterOf = ({ search = '', status = 'all', sort }: ProjectListSearch): ProjectFilter => {
  const statuses = statusesOf[status]
  return { sort: sort ?? DEFAULT_PROJECT_SORT, search: search.trim(), ...(statuses && { statuses }) }
}

/** Whether a search or filter is set. */
export const isFiltered = ({ search, status }: ProjectListSearch) =>
  Boolean(search?.trim()) || (status !== undefined && status !== 'all')
