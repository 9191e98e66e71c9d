import type { IndexDraft, IndexKey } from '@basalt/contract/database-objects/indexes/indexes.schema.ts'
import { newRowKey } from '../form-rows.rules.ts'

/** A column or expression in the form. */
export interface FormKey extends IndexKey {
  /** Identifies it while it is edited. */
  key: string
}

export interface IndexForm extends Omit<IndexDraft, 'keys' | 'comment' | 'where' | 'parameters'> {
  comment: string
  where: string
  /** One `name = value` in each line. */
  parameters: string
  keys: FormKey[]
  /** Was the name typed? Otherwise it follows table and columns. */
  isNamed: boolean
}

export const newKey = (more: Partial<IndexKey> = {}): FormKey => ({
  key: newRowKey(),
  column: '',
  expression: null,
  is_descending: false,
  is_nulls_first: false,
  operator_class: null,
  collation: null,
  ...more,
})

export const emptyForm = (schema: string, table: string): IndexForm => ({
  schema,
  table,
  name: '',
  isNamed: false,
  comment: '',
  method: 'btree',
  is_unique: false,
  nulls_not_distinct: false,
  keys: [newKey()],
  include: [],
  where: '',
  parameters: '',
  concurrently: true,
})

/** The form of an index that exists, or of a copy of it. */
export const formOf = (draft: IndexDraft, isCopy: boolean): IndexForm => ({
  ...draft,
  name: isCopy ? `${draft.name}_copy` : draft.name,
  isNamed: true,
  comment: draft.comment ?? '',
  where: draft.where ?? '',
  parameters: draft.parameters.map(({ name, value }) => `${name} = ${value}`).join('\n'),
  keys: draft.keys.map(newKey),
})

export const draftOf = ({ isNamed, ...form }: IndexForm): IndexDraft => ({
  ...form,
  name: isNamed ? form.name : proposedName(form),
  comment: form.comment === '' ? null : form.comment,
  where: form.where.trim() === '' ? null : form.where,
  nulls_not_distinct: form.is_unique && form.nulls_not_distinct,
  parameters: parametersOf(form.parameters),
  keys: form.keys.map(({ key: _key, ...key }) => key),
})

export const parametersOf = (text: string): IndexDraft['parameters'] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...value] = line.split('=')
      return { name: name.trim(), value: value.join('=').trim() }
    })

/** PostgreSQL keeps 63 bytes of a name. */
const NAME_MAX = 63

/** As PostgreSQL would name it: `shirts_name_price_idx`. Cut to whole characters. */
export function proposedName({ table, keys }: Pick<IndexForm, 'table' | 'keys'>): string {
  const parts = keys.flatMap(({ column, expression }) => (expression === null ? (column ?? '') : 'expr'))
  if (table === '' || parts.every((part) => part === '')) return ''
  const stem = [table, ...parts.filter((part) => part !== '')].join('_')
  return `${cutToBytes(stem, NAME_MAX - '_idx'.length)}_idx`
}

function cutToBytes(text: string, max: number): string {
  const encoder = new TextEncoder()
  let cut = ''
  let bytes = 0
  for (const character of text) {
    bytes += encoder.encode(character).length
    if (bytes > max) break
    cut += character
  }
  return cut
}
