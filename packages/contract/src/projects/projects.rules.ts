export const PROJECT_NAME_MIN = 3
export const PROJECT_NAME_MAX = 64

/** A project's ref: part of URLs, logins and folder names, hence 20 lower-case letters. */
export const PROJECT_REF = /^[a-z]{20}$/
/** The one project of the self-hosted edition. */
export const SELF_HOSTED_PROJECT_REF = 'default'

export const isProjectRef = (text: string) => text === SELF_HOSTED_PROJECT_REF || PROJECT_REF.test(text)

/** There are no compute sizes: every database may use the whole machine. */
export const computeSizes = ['machine'] as const
export const COMPUTE_SIZE = computeSizes[0]

/** Who runs the machine of a database: the operator of the installation. */
export const cloudProviders = ['self-hosted'] as const
export const CLOUD_PROVIDER = cloudProviders[0]

/** The period that a project's activity covers. */
export const ACTIVITY_HOURS = 24

export const PROJECTS_PAGE_SIZE = 96
export const PROJECTS_PAGE_MAX = 100

export const projectSorts = ['name_asc', 'name_desc', 'created_asc', 'created_desc'] as const
export type ProjectSort = (typeof projectSorts)[number]
export const DEFAULT_PROJECT_SORT: ProjectSort = 'name_asc'
