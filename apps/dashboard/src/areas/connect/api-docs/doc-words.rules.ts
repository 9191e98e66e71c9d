import type { ApiArgument, ApiColumn, ApiRelation } from '@basalt/contract/api-docs/api-docs.schema.ts'

/** Values of an enum that are named before the rest is only counted. */
const LABELS_NAMED = 12

/** What is to be known of a column besides its type, in few words each. */
export function columnNotes(column: ApiColumn, { kind, references }: ApiRelation): string[] {
  const { name, is_primary, is_writable, is_nullable, has_default } = column
  const reference = references.find(({ columns }) => columns.includes(name))
  return [
    ...(is_primary ? ['Primary key'] : []),
    ...(kind === 'view'
      ? []
      : !is_writable
        ? ['Always made by the database']
        : is_nullable
          ? ['May be null']
          : has_default
            ? ['Has a default']
            : ['Required']),
    ...(reference
      ? [`Refers to ${reference.relation}.${reference.to_columns[reference.columns.indexOf(name)]}`]
      : []),
    ...labelNotes(column),
  ]
}

/** The same of an argument. */
export const argumentNotes = (argument: ApiArgument): string[] => [
  argument.is_required ? 'Required' : 'Optional',
  ...labelNotes(argument),
]

const labelNotes = ({ labels }: { labels: readonly string[] }) => {
  if (labels.length === 0) return []
  const named = labels.slice(0, LABELS_NAMED).join(', ')
  const more = labels.length - LABELS_NAMED
  return [`One of ${named}${more > 0 ? ` and ${more} more` : ''}`]
}
