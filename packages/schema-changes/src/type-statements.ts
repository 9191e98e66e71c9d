import { quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { type ChangeStatement, plainStatement } from './statement.ts'

/** What types of every kind have in a form. */
export interface TypeDraft {
  readonly schema: string
  readonly name: string
  readonly comment: string | null
}

export const typeName = ({ schema, name }: Pick<TypeDraft, 'schema' | 'name'>) => quoteQualified(schema, name)

export const commentOnType = (keyword: 'type' | 'domain', type: string, comment: string | null) =>
  plainStatement(
    `comment on ${keyword} ${type} is ${comment === null ? 'null' : quoteLiteral(comment)}`,
    'comment',
  )

/** The last changes of a type that exists: its description, its name, and its schema. */
export function identityChanges(
  keyword: 'type' | 'domain',
  current: TypeDraft,
  draft: TypeDraft,
): ChangeStatement[] {
  const type = typeName(current)
  return [
    ...(current.comment === draft.comment ? [] : [commentOnType(keyword, type, draft.comment)]),
    ...(current.name === draft.name
      ? []
      : [plainStatement(`alter ${keyword} ${type} rename to ${quoteIdentifier(draft.name)}`, 'name')]),
    ...(current.schema === draft.schema
      ? []
      : [
          plainStatement(
            `alter ${keyword} ${typeName({ schema: current.schema, name: draft.name })} set schema ${quoteIdentifier(draft.schema)}`,
            'schema',
          ),
        ]),
  ]
}
