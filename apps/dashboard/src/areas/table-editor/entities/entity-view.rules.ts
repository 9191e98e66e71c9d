import { oneOf } from '../../../lib/shape.ts'

/** What a table shows besides its rows, as in the URL. */
export const entityViews = ['definition', 'relationships'] as const
export type EntityView = (typeof entityViews)[number]
export const AnEntityView = oneOf(entityViews)
