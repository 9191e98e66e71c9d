import {
  enumeratedType,
  enumeratedTypeCount,
  enumeratedTypes,
} from '@basalt/catalog/database-objects/enumerated-types.ts'
import type {
  EnumeratedType,
  EnumeratedTypeDraft,
  EnumeratedTypeListQuery,
} from '@basalt/contract/database-objects/enumerated-types/enumerated-types.schema.ts'
import {
  alterEnumeratedType,
  createEnumeratedType,
  dropEnumeratedType,
  enumeratedTypeProblems,
} from '@basalt/schema-changes/enumerated-type.ts'
import { quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { namedColumns } from '../named-columns.ts'
import type { ObjectKind } from '../object-kind.ts'

/** As the catalog has it. */
interface Row extends Pick<EnumeratedType, 'id' | 'owner' | 'is_owned' | 'extension' | 'columns'> {
  schema: string
  name: string
  comment: string | null
  values: string[]
}

export const enumeratedTypeKind: ObjectKind<EnumeratedTypeDraft, EnumeratedType, EnumeratedTypeListQuery> = {
  title: 'Type',
  catalog: 'pg_type',
  lists: { page: enumeratedTypes, count: enumeratedTypeCount },
  one: enumeratedType,
  read(json) {
    const { schema, name, comment, values, columns, ...facts } = JSON.parse(json) as Row
    return {
      ...facts,
      draft: { schema, name, comment, values: values.map((value) => ({ was: value, value })) },
      ...namedColumns(columns),
    }
  },
  problems: (draft, current) =>
    enumeratedTypeProblems(
      draft,
      current?.draft.values.map(({ value }) => value),
    ),
  create: createEnumeratedType,
  edit: ({ draft: current }, draft) => alterEnumeratedType(current, draft),
  drop: ({ draft }, { cascade }) => [dropEnumeratedType(draft, cascade)],
  oidOf: ({ schema, name }) => `${quoteLiteral(quoteQualified(schema, name))}::pg_catalog.regtype`,
}
