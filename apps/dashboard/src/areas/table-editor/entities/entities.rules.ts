import {
  type EntityExposure,
  type EntityKind,
  entityKinds,
} from '@basalt/contract/table-editor/entities.rules.ts'
import { aText, oneOf, type Shape, shape } from '../../../lib/shape.ts'

/** In pixels. */
export const ENTITY_ROW_HEIGHT = 28
export const ENTITY_SEARCH_DELAY_MS = 250

export const DEFAULT_SCHEMA = 'public'

export const entitySorts = ['alphabetical', 'type'] as const
export type EntitySort = (typeof entitySorts)[number]
export const AnEntitySort = oneOf(entitySorts)
export const ASchema = aText

/** Kinds to list, at least one. */
export const EntityKinds: Shape<readonly EntityKind[]> = shape((value) => {
  const kinds = Array.isArray(value) ? entityKinds.filter((kind) => value.includes(kind)) : []
  return kinds.length > 0 ? kinds : undefined
})

/** Why an entity has the badge Unrestricted. */
export const exposureReasons: Readonly<Record<EntityExposure, string>> = {
  no_row_security:
    'Row level security is off. Anyone with the project’s publishable key reaches its rows through the Data API.',
  definer_view:
    'This view runs with the rights of its owner, so the policies of its tables do not apply to those who read it.',
  materialized_view:
    'The Data API can read this materialized view, and policies do not apply to materialized views.',
  foreign_table: 'The Data API can reach this foreign table, and policies do not apply to foreign tables.',
}

/** Why nothing in a protected schema can be changed here. */
export const PROTECTED_REASON =
  'This schema is managed by the platform or an extension. Its tables can be read here, but not changed.'
