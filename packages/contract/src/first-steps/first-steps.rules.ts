/** The first steps with tables, in the order in which a project takes them. */
export const tableEvents = ['table_created', 'table_data_added', 'table_rls_enabled'] as const
export type TableEvent = (typeof tableEvents)[number]

/** Projects with steps left that are listed at once, the newest first. */
export const FIRST_STEPS_PROJECTS_MAX = 20
