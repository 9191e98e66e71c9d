import type {
  ColumnDraft,
  ForeignKeyDraft,
  TableDraft,
} from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { newId } from '../../../lib/new-id.ts'
import { isTextType, shortType, typeParts } from './column-types.rules.ts'

/** A column of a form. `key` stays while the name is typed, so that keys and constraints stay with their columns. */
export interface FormColumn extends ColumnDraft {
  key: string
}

/** `columns` are keys of columns; an empty one is not chosen yet. */
export interface FormForeignKey extends Omit<ForeignKeyDraft, 'columns'> {
  key: string
  columns: string[]
}

export interface FormCheck {
  key: string
  was: string | null
  expression: string
}

export interface TableForm {
  schema: string
  name: string
  comment: string
  rls: boolean
  realtime: boolean
  columns: FormColumn[]
  /** Keys of columns, as in `uniques`. */
  primaryKey: string[]
  uniques: { was: string | null; columns: string[] }[]
  checks: FormCheck[]
  foreignKeys: FormForeignKey[]
}

export const newColumn = (more: Partial<ColumnDraft> = {}): FormColumn => ({
  key: newId(),
  was: null,
  name: '',
  type: '',
  nullable: true,
  default: null,
  generated: null,
  identity: null,
  comment: null,
  ...more,
})

export const newForeignKey = (columns: string[] = ['']): FormForeignKey => ({
  key: newId(),
  was: null,
  columns,
  target: { schema: 'public', name: '', columns: columns.map(() => '') },
  on_update: 'no action',
  on_delete: 'no action',
})

const numberedKey = () => newColumn({ name: 'id', type: 'int8', nullable: false, identity: 'by default' })

/** A new table has a numbered key, and the time at which a row was added. */
export function newTable(schema: string): TableForm {
  const id = numberedKey()
  const createdAt = newColumn({
    name: 'created_at',
    type: 'timestamptz',
    nullable: false,
    default: { expression: 'now()' },
  })
  return {
    schema,
    name: '',
    comment: '',
    rls: true,
    realtime: false,
    columns: [id, createdAt],
    primaryKey: [id.key],
    uniques: [],
    checks: [],
    foreignKeys: [],
  }
}

/** A form with other columns, and nothing that named those before. Without a key among them, rows are numbered. */
export function withColumns(
  form: TableForm,
  columns: readonly { readonly name: string; readonly type: string }[],
  /** The place of the column that is the primary key. */
  key: number | null,
): TableForm {
  const given = columns.map(({ name, type }, place) => newColumn({ name, type, nullable: place !== key }))
  const isNumbered = key === null && columns.every(({ name }) => name !== 'id')
  const id = numberedKey()
  const primaryKey = isNumbered
    ? [id.key]
    : given.flatMap((column, place) => (place === key ? column.key : []))
  return {
    ...form,
    columns: isNumbered ? [id, ...given] : given,
    primaryKey,
    uniques: [],
    checks: [],
    foreignKeys: [],
  }
}

export function formOf(draft: TableDraft): TableForm {
  const columns = draft.columns.map((column) => ({ ...column, type: shortType(column.type), key: newId() }))
  const keyOf = (name: string) => columns.find((column) => column.name === name)?.key ?? ''
  return {
    schema: draft.schema,
    name: draft.name,
    comment: draft.comment ?? '',
    rls: draft.rls,
    realtime: draft.realtime,
    columns,
    primaryKey: draft.primary_key.map(keyOf),
    uniques: draft.uniques.map(({ was, columns: names }) => ({ was, columns: names.map(keyOf) })),
    checks: draft.checks.map((check) => ({ ...check, key: newId() })),
    foreignKeys: draft.foreign_keys.map((key) => ({ ...key, key: newId(), columns: key.columns.map(keyOf) })),
  }
}

export function draftOf(form: TableForm): TableDraft {
  const nameOf = (key: string) => form.columns.find((column) => column.key === key)?.name ?? ''
  return {
    schema: form.schema,
    name: form.name.trim(),
    comment: form.comment === '' ? null : form.comment,
    rls: form.rls,
    realtime: form.realtime,
    columns: form.columns.map(({ key: _key, ...column }) => ({
      ...column,
      comment: column.comment === '' ? null : column.comment,
    })),
    primary_key: form.primaryKey.map(nameOf),
    uniques: form.uniques.map(({ was, columns }) => ({ was, columns: columns.map(nameOf) })),
    checks: form.checks.map(({ was, expression }) => ({ was, expression })),
    foreign_keys: form.foreignKeys.map(({ key: _key, ...foreignKey }) => ({
      ...foreignKey,
      columns: foreignKey.columns.map(nameOf),
    })),
  }
}

export const changeColumn = (form: TableForm, key: string, change: Partial<FormColumn>): TableForm => ({
  ...form,
  columns: form.columns.map((column) => (column.key === key ? fitting({ ...column, ...change }) : column)),
})

/** Without what the type of a column does not allow. */
function fitting(column: FormColumn): FormColumn {
  const { base, isArray } = typeParts(column.type)
  const isNumber = !isArray && ['int2', 'int4', 'int8'].includes(base)
  const next = column.identity && !isNumber ? { ...column, identity: null } : column
  return next.identity ? { ...next, nullable: false, default: null, generated: null } : next
}

/** What named the column goes with it. */
export const removeColumn = (form: TableForm, key: string): TableForm => ({
  ...form,
  columns: form.columns.filter((column) => column.key !== key),
  primaryKey: form.primaryKey.filter((each) => each !== key),
  uniques: form.uniques.filter(({ columns }) => !columns.includes(key)),
  foreignKeys: form.foreignKeys.filter(({ columns }) => !columns.includes(key)),
})

export function moveColumn(form: TableForm, from: number, to: number): TableForm {
  const moved = form.columns[from]
  if (!moved || to < 0 || to >= form.columns.length || from === to) return form
  return { ...form, columns: form.columns.toSpliced(from, 1).toSpliced(to, 0, moved) }
}

/** The columns of the primary key stay in the order in which they were chosen. */
export const setInPrimaryKey = (form: TableForm, key: string, isPart: boolean): TableForm => {
  const primaryKey = form.primaryKey.filter((each) => each !== key)
  const next = { ...form, primaryKey: isPart ? [...primaryKey, key] : primaryKey }
  return isPart ? changeColumn(next, key, { nullable: false }) : next
}

export const isUnique = ({ uniques }: TableForm, key: string) =>
  uniques.some(({ columns }) => columns.length === 1 && columns[0] === key)

export const setUnique = (form: TableForm, key: string, isOn: boolean): TableForm => ({
  ...form,
  uniques: isOn
    ? [...form.uniques, { was: null, columns: [key] }]
    : form.uniques.filter(({ columns }) => columns.length !== 1 || columns[0] !== key),
})

const CALL = /^[a-z_"][\w."]*\(.*\)$/is
const KEYWORD = /^(?:current_\w+|localtime\w*|session_user|user|null)$/i

/**
 * A default as it is typed. A call is an expression even where a value was expected: PostgreSQL would read the text
 * `now()` once, when the column is made. No text is no default.
 */
export function typedDefault(
  text: string,
  type: string,
  before: ColumnDraft['default'],
): ColumnDraft['default'] {
  if (text === '') return null
  if (before && 'expression' in before) return { expression: text }
  const isCall = CALL.test(text.trim()) || (KEYWORD.test(text.trim()) && !isTextType(type))
  return isCall ? { expression: text } : { literal: text }
}

export const defaultText = (value: ColumnDraft['default']) =>
  value === null ? '' : 'literal' in value ? value.literal : value.expression

/** Do two columns that a foreign key pairs have different types? */
export const isMismatch = (type: string, target: string | undefined) =>
  target !== undefined && type !== '' && typeParts(type).base !== typeParts(target).base
