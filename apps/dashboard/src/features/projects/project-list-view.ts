import { z } from 'zod'

export const ProjectListView = z.enum(['grid', 'table'])
export type ProjectListView = z.infer<typeof ProjectListView>
export const DEFAULT_VIEW: ProjectListView = 'grid'
