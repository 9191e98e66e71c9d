import {
  compositeType,
  compositeTypeCount,
  compositeTypeList,
} from '@basalt/catalog/database-objects/composite-types.ts'
import type {
  CompositeType,
  CompositeTypeDraft,
  CompositeTypeListQuery,
} from '@basalt/contract/database-objects/composite-types/composite-types.schema.ts'
import {
  alterCompositeType,
  compositeTypeProblems,
  createCompositeType,
  dropCompositeType,
} from '@basalt/schema-changes/composite-type.ts'
import { quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import type { z } from 'zod'
import { namedColumns } from '../named-columns.ts'
import type { ObjectKind } from '../object-kind.ts'

/** As the catalog has it. */
type Row = Pick<CompositeType, 'id' | 'owner' | 'is_owned' | 'extension' | 'columns'> & CompositeTypeDraft

export const compositeTypeKind: ObjectKind<
  CompositeTypeDraft,
  CompositeType,
  z.infer<typeof CompositeTypeListQuery>
> = {
  title: 'Type',
  catalog: 'pg_type',
  lists: { page: compositeTypeList, count: compositeTypeCount },
  one: compositeType,
  read(json) {
    const { id, owner, is_owned, extension, columns, ...draft } = JSON.parse(json) as Row
    return { id, owner, is_owned, extension, draft, ...namedColumns(columns) }
  },
  problems: (draft, current) => compositeTypeProblems(draft, current?.draft),
  create: createCompositeType,
  edit: ({ draft: current }, draft) => alterCompositeType(current, draft),
  drop: ({ draft }, { cascade }) => [dropCompositeType(draft, cascade)],
  oidOf: ({ schema, name }) => `${quoteLiteral(quoteQualified(schema, name))}::pg_catalog.regtype`,
}
