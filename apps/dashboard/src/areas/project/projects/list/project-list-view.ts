import { oneOf, type ValueOf } from '../../../../lib/shape.ts'

const views = ['grid', 'table'] as const
export const ProjectListView = oneOf(views)
export type ProjectListView = ValueOf<typeof ProjectListView>
export const DEFAULT_VIEW: ProjectListView = 'grid'
