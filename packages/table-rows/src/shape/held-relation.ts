import type { Statement } from '../statement.ts'
import { relationOf } from './row-identity.ts'
import type { PageShape } from './table-shape.ts'

const NAME = 'basalt_held_relation'

/**
 * Statements that keep a relation as it is until the transaction ends: to be run before its structure is read, in one
 * round trip. PostgreSQL locks the relations of a statement against changes when it parses it, and does not ask yet
 * whether the caller may read them.
 */
export const holdRelation = (relation: Pick<PageShape, 'schema' | 'name'>): Statement[] => [
  { text: `prepare ${NAME} as select from ${relationOf(relation)}`, values: [] },
  { text: `deallocate ${NAME}`, values: [] },
]
