import type { EnumeratedTypeDraft } from '@basalt/contract/database-objects/enumerated-types/enumerated-types.schema.ts'
import { newRowKey } from '../form-rows.rules.ts'

/** A value in the form. */
export interface FormValue {
  /** Identifies it while it is edited and moved. */
  key: string
  /** The value that exists; null for a new one. */
  was: string | null
  value: string
}

export interface EnumeratedTypeForm {
  schema: string
  name: string
  comment: string
  values: FormValue[]
}

export const newValue = (value = '', was: string | null = null): FormValue => ({
  key: newRowKey(),
  was,
  value,
})

export const emptyForm = (schema: string): EnumeratedTypeForm => ({
  schema,
  name: '',
  comment: '',
  values: [newValue()],
})

/** The form of a type that exists, or of a copy of it. */
export const formOf = (
  { schema, name, comment, values }: EnumeratedTypeDraft,
  isCopy: boolean,
): EnumeratedTypeForm => ({
  schema,
  name: isCopy ? `${name}_copy` : name,
  comment: comment ?? '',
  values: values.map(({ value }) => newValue(value, isCopy ? null : value)),
})

export const draftOf = ({ schema, name, comment, values }: EnumeratedTypeForm): EnumeratedTypeDraft => ({
  schema,
  name,
  comment: comment === '' ? null : comment,
  values: values.map(({ was, value }) => ({ was, value })),
})

/** Moves a new value; values that exist keep their order among each other. */
export function moveValue(form: EnumeratedTypeForm, from: number, to: number): EnumeratedTypeForm {
  const moved = form.values[from]
  if (!moved || moved.was !== null || to < 0 || to >= form.values.length) return form
  return { ...form, values: form.values.toSpliced(from, 1).toSpliced(to, 0, moved) }
}

/** Pasted lines: the first goes into the value, the others become new values after it. */
export function pasteLines(form: EnumeratedTypeForm, index: number, text: string): EnumeratedTypeForm {
  const [first = '', ...others] = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const value = form.values[index]
  if (!value) return form
  return {
    ...form,
    values: form.values.toSpliced(
      index,
      1,
      { ...value, value: first },
      ...others.map((line) => newValue(line)),
    ),
  }
}
