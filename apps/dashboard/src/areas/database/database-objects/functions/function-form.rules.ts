import type { FunctionDraft } from '@basalt/contract/database-objects/functions/functions.schema.ts'
import { newRowKey } from '../form-rows.rules.ts'

export type ArgumentMode = FunctionDraft['arguments'][number]['mode']

/** An argument, a result column or a setting in the form. */
interface FormRow {
  /** Identifies it while it is edited and moved. */
  key: string
  name: string
}

export interface FormArgument extends FormRow {
  mode: ArgumentMode
  type: string
  /** Empty for none. */
  default: string
}

export interface FormColumn extends FormRow {
  type: string
}

export interface FormSetting extends FormRow {
  value: string
}

/** What the function returns; `outputs` is told by its output arguments. */
export type ResultChoice = 'value' | 'set' | 'table' | 'outputs'

export interface FunctionForm {
  schema: string
  name: string
  comment: string
  kind: 'function' | 'procedure'
  arguments: FormArgument[]
  result: ResultChoice
  resultType: string
  columns: FormColumn[]
  language: string
  bodyForm: FunctionDraft['body_form']
  body: string
  volatility: FunctionDraft['volatility']
  security: FunctionDraft['security']
  strict: boolean
  leakproof: boolean
  parallel: FunctionDraft['parallel']
  /** Empty for the default. */
  cost: string
  rows: string
  settings: FormSetting[]
}

export const newArgument = (): FormArgument => ({
  key: newRowKey(),
  mode: 'in',
  name: '',
  type: '',
  default: '',
})
export const newColumn = (): FormColumn => ({ key: newRowKey(), name: '', type: '' })
export const newSetting = (name = '', value = ''): FormSetting => ({ key: newRowKey(), name, value })

export const EMPTY_PLPGSQL_BODY = '\nbegin\n  \nend;\n'

export const emptyForm = (schema: string): FunctionForm => ({
  schema,
  name: '',
  comment: '',
  kind: 'function',
  arguments: [],
  result: 'value',
  resultType: 'void',
  columns: [newColumn()],
  language: 'plpgsql',
  bodyForm: 'string',
  body: EMPTY_PLPGSQL_BODY,
  volatility: 'volatile',
  security: 'invoker',
  strict: false,
  leakproof: false,
  parallel: 'unsafe',
  cost: '',
  rows: '',
  settings: [],
})

/** The form of a function that exists, or of a copy of it. Only superusers make leakproof functions, so a copy is none. */
export function formOf(draft: FunctionDraft, isCopy: boolean): FunctionForm {
  const { returns } = draft
  return {
    schema: draft.schema,
    name: isCopy ? `${draft.name}_copy` : draft.name,
    comment: draft.comment ?? '',
    kind: draft.kind === 'procedure' ? 'procedure' : 'function',
    arguments: draft.arguments.map(({ mode, name, type, default: expression }) => ({
      key: newRowKey(),
      mode,
      name,
      type,
      default: expression ?? '',
    })),
    result:
      returns === null ? 'outputs' : returns.as === 'table' ? 'table' : returns.is_set ? 'set' : 'value',
    resultType: returns?.as === 'type' ? returns.type : 'void',
    columns:
      returns?.as === 'table'
        ? returns.columns.map(({ name, type }) => ({ key: newRowKey(), name, type }))
        : [newColumn()],
    language: draft.language,
    bodyForm: draft.body_form,
    body: draft.body,
    volatility: draft.volatility,
    security: draft.security,
    strict: draft.strict,
    leakproof: !isCopy && draft.leakproof,
    parallel: draft.parallel,
    cost: draft.cost === null ? '' : String(draft.cost),
    rows: draft.rows === null ? '' : String(draft.rows),
    settings: draft.settings.map(({ name, value }) => newSetting(name, value)),
  }
}

export function draftOf(form: FunctionForm): FunctionDraft {
  const isFunction = form.kind === 'function'
  return {
    schema: form.schema,
    name: form.name,
    comment: form.comment === '' ? null : form.comment,
    kind: form.kind,
    arguments: form.arguments.map(({ mode, name, type, default: expression }) => ({
      mode,
      name,
      type,
      default: expression.trim() === '' ? null : expression,
    })),
    returns: isFunction ? resultOf(form) : null,
    language: form.language,
    body_form: bodyFormOf(form),
    body: form.body,
    volatility: isFunction ? form.volatility : 'volatile',
    security: form.security,
    strict: isFunction && form.strict,
    leakproof: isFunction && form.leakproof,
    parallel: isFunction ? form.parallel : 'unsafe',
    cost: isFunction ? numberOf(form.cost) : null,
    rows: isFunction && returnsSet(form) ? numberOf(form.rows) : null,
    settings: form.settings.map(({ name, value }) => ({ name, value })),
  }
}

/** Is the body written as SQL's standard has it, instead of as a string? */
const isStandard = (body: string) => /^\s*(?:return|begin\s+atomic)\b/i.test(body)

/** A body that PostgreSQL parsed stays one while it is still written so; any other text is a string. */
const bodyFormOf = ({ bodyForm, language, body }: FunctionForm) =>
  language === 'sql' && isStandard(body) ? bodyForm : 'string'

/** Is the body a script of SQL statements, which can be linted as one? */
export const isScript = ({ language, body }: Pick<FunctionForm, 'language' | 'body'>) =>
  language === 'sql' && !isStandard(body)

/** Does it return any number of rows, so that the planner needs to expect some? */
export const returnsSet = ({ kind, result }: FunctionForm) =>
  kind === 'function' && (result === 'set' || result === 'table')

function resultOf({ result, resultType, columns }: FunctionForm): FunctionDraft['returns'] {
  if (result === 'outputs') return null
  return result === 'table'
    ? { as: 'table', columns: columns.map(({ name, type }) => ({ name, type })) }
    : { as: 'type', type: resultType, is_set: result === 'set' }
}

/** Null for the default. */
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))

/** The form in another language; a body that nobody has written follows. */
export function inLanguage(form: FunctionForm, language: string): FunctionForm {
  const isUntouched = form.body.trim() === '' || form.body === EMPTY_PLPGSQL_BODY
  if (!isUntouched) return { ...form, language }
  return { ...form, language, body: language === 'plpgsql' ? EMPTY_PLPGSQL_BODY : '' }
}
