import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { nearestName } from '@basalt/data-api/schema/nearest-name.ts'
import type { MediaHandler, Relation } from '@basalt/data-api/schema/schema.ts'
import type { SchemaCache } from '@basalt/data-api/schema/schema-cache.ts'
import type { ApiRequest } from './api-request.ts'

/** The table or view of a request. Throws PGRST205 with the nearest name as a hint. */
export function relationOf({
  cache,
  schema,
  target,
}: Pick<ApiRequest, 'cache' | 'schema' | 'target'>): Relation {
  if (target.includes('/')) throw new DataApiError('PGRST125', 'Invalid path specified in request URL')
  const relation = cache.relation(schema, target)
  if (relation) return relation
  const nearest = nearestName(
    target,
    cache.relationsIn(schema).map(({ name }) => name),
  )
  throw new DataApiError(
    'PGRST205',
    `Could not find the table '${schema}.${target.slice(0, 200)}' in the schema cache`,
    {
      hint: nearest === undefined ? null : `Perhaps you meant the table '${schema}.${nearest}'`,
    },
  )
}

/** The aggregates that render a relation's rows as media types: specific ones before those for any relation. */
export const handlersOf = (
  { handlers }: Pick<SchemaCache, 'handlers'>,
  relation: Pick<Relation, 'oid'> | undefined,
): readonly MediaHandler[] =>
  handlers.length === 0
    ? handlers
    : [
        ...handlers.filter((one) => one.relation !== undefined && one.relation === relation?.oid),
        ...handlers.filter((one) => one.relation === undefined),
      ]
