import { index, indexCount, indexes, leftOverIndex } from '@basalt/catalog/database-objects/indexes.ts'
import type {
  Index,
  IndexDraft,
  IndexListQuery,
} from '@basalt/contract/database-objects/indexes/indexes.schema.ts'
import {
  alterIndex,
  createIndex,
  dropIndex,
  type IndexDrop,
  indexProblems,
  rebuildIndex,
} from '@basalt/schema-changes/index-changes.ts'
import { indexMethods } from '@basalt/schema-changes/index-draft.ts'
import { quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import type { ObjectKind } from '../object-kind.ts'

/** As the catalog has it. */
interface Row
  extends Omit<Index, 'draft' | 'fingerprint' | 'refusals'>,
    Pick<IndexDraft, 'schema' | 'comment' | 'nulls_not_distinct' | 'keys' | 'include' | 'where'> {
  /** Each as `fillfactor=70`. */
  parameters: string[]
}

export const indexKind: ObjectKind<IndexDraft, Index, IndexListQuery, IndexDrop> = {
  title: 'Index',
  catalog: 'pg_class',
  lists: { page: indexes, count: indexCount },
  one: index,
  read(json) {
    const row = JSON.parse(json) as Row
    const { schema, comment, nulls_not_distinct, keys, include, where, parameters, ...facts } = row
    const { name, table, method, is_unique, is_partitioned } = facts
    return {
      ...facts,
      draft: {
        schema,
        table,
        name,
        comment,
        method,
        is_unique,
        nulls_not_distinct,
        keys,
        include,
        where,
        parameters: parameters.map((text) => ({
          name: text.slice(0, text.indexOf('=')),
          value: text.slice(text.indexOf('=') + 1),
        })),
        concurrently: !is_partitioned,
      },
    }
  },
  refusals({ constraint, parent, table, method, has_class_options }) {
    const ofConstraint =
      constraint === null
        ? null
        : `It enforces the constraint ${constraint} of the table ${table}. Change the constraint instead.`
    return {
      edit: ofConstraint,
      drop:
        ofConstraint ??
        (parent &&
          `It is a part of the index ${parent.schema}.${parent.name}, and goes when that is deleted.`),
      duplicate: has_class_options
        ? 'Its operator classes have options, which the form does not have. Run its SQL under another name.'
        : indexMethods[method]
          ? null
          : `The method ${method} comes from an extension, and the form does not have it. Run its SQL under another name.`,
    }
  },
  problems: (draft, current) => indexProblems(draft, current?.draft),
  create: createIndex,
  edit: ({ draft: current }, draft) => alterIndex(current, draft),
  drop: ({ draft }, choices) => [dropIndex(draft, choices)],
  rebuild: ({ draft }) => [rebuildIndex(draft)],
  leftOver: leftOverIndex,
  oidOf: ({ schema, name }) => `${quoteLiteral(quoteQualified(schema, name))}::pg_catalog.regclass`,
}
