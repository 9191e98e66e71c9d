import type { CompositeTypeDraft } from '@basalt/contract/database-objects/composite-types/composite-types.schema.ts'
import { newRowKey } from '../form-rows.rules.ts'

/** An attribute in the form. */
export interface FormAttribute {
  /** Identifies it while it is edited and moved. */
  key: string
  /** The attribute that exists; null for a new one. */
  was: string | null
  name: string
  type: string
  /** Empty for that of the type. */
  collation: string
}

export interface CompositeTypeForm {
  schema: string
  name: string
  comment: string
  attributes: FormAttribute[]
}

export const newAttribute = (): FormAttribute => ({
  key: newRowKey(),
  was: null,
  name: '',
  type: '',
  collation: '',
})

export const emptyForm = (schema: string): CompositeTypeForm => ({
  schema,
  name: '',
  comment: '',
  attributes: [newAttribute()],
})

/** The form of a type that exists, or of a copy of it. */
export const formOf = (
  { schema, name, comment, attributes }: CompositeTypeDraft,
  isCopy: boolean,
): CompositeTypeForm => ({
  schema,
  name: isCopy ? `${name}_copy` : name,
  comment: comment ?? '',
  attributes: attributes.map(({ was, name: attribute, type, collation }) => ({
    key: newRowKey(),
    was: isCopy ? null : was,
    name: attribute,
    type,
    collation: collation ?? '',
  })),
})

export const draftOf = ({ schema, name, comment, attributes }: CompositeTypeForm): CompositeTypeDraft => ({
  schema,
  name,
  comment: comment === '' ? null : comment,
  attributes: attributes.map(({ was, name: attribute, type, collation }) => ({
    was,
    name: attribute,
    type,
    collation: collation.trim() === '' ? null : collation,
  })),
})

/** Can the attribute at this place move up? PostgreSQL keeps the order of those that exist, and adds others after them. */
export const canMoveUp = (attributes: readonly FormAttribute[], index: number) =>
  attributes[index]?.was === null && attributes[index - 1]?.was === null
