import type {
  PublicationDraft,
  PublishedTable,
} from '@basalt/contract/database-objects/publications/publications.schema.ts'

export interface FormTable extends Omit<PublishedTable, 'where'> {
  where: string
}

export interface PublicationForm extends Omit<PublicationDraft, 'comment' | 'tables'> {
  comment: string
  tables: FormTable[]
}

const EVERYTHING = { insert: true, update: true, delete: true, truncate: true }

export const emptyForm: PublicationForm = {
  name: '',
  comment: '',
  publishes: EVERYTHING,
  via_root: false,
  generated_columns: false,
  is_for_all_tables: false,
  tables: [],
  schemas: [],
}

/** The form of a publication that exists, or of a copy of it. */
export const formOf = (draft: PublicationDraft, isCopy: boolean): PublicationForm => ({
  ...draft,
  name: isCopy ? `${draft.name}_copy` : draft.name,
  comment: draft.comment ?? '',
  tables: draft.tables.map((table) => ({ ...table, where: table.where ?? '' })),
  // Only a superuser can publish schemas as a whole.
  schemas: isCopy ? [] : draft.schemas,
})

/** What is saved. A publication of all tables has no other settings: the platform creates it. */
export const draftOf = ({ comment, tables, ...form }: PublicationForm): PublicationDraft => ({
  ...form,
  comment: comment === '' || form.is_for_all_tables ? null : comment,
  tables: form.is_for_all_tables
    ? []
    : tables.map((table) => ({ ...table, where: table.where.trim() === '' ? null : table.where })),
  ...(form.is_for_all_tables && { publishes: EVERYTHING, via_root: false, generated_columns: false }),
})

export const isSameTable = (
  a: Pick<PublishedTable, 'schema' | 'name'>,
  b: Pick<PublishedTable, 'schema' | 'name'>,
) => a.schema === b.schema && a.name === b.name

/** The draft with or without a table; a table that is added has all columns and rows. */
export function withTable(
  draft: PublicationDraft,
  table: Pick<PublishedTable, 'schema' | 'name'>,
  isOn: boolean,
): PublicationDraft {
  const others = draft.tables.filter((each) => !isSameTable(each, table))
  return {
    ...draft,
    tables: isOn
      ? [...others, { schema: table.schema, name: table.name, columns: null, where: null }]
      : others,
  }
}
