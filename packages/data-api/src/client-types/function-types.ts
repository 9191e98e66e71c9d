import type { CallableRow, ShapeRow } from '@basalt/catalog/data-api/client-shapes.ts'
import type { TypeNames } from './type-names.ts'
import { orNull } from './type-names.ts'
import { byName, type FieldText, stringText, type TypeText, typeText } from './type-text.ts'

/** Whether it is a computed field: a function of one row that returns no row is selected like a column. */
export const isComputed = ({ of, returned_relation, is_set }: CallableRow) =>
  of !== null && returned_relation === null && !is_set

interface Known {
  names: TypeNames
  /** Relations of all described schemas, by oid. */
  shapes: ReadonlyMap<number, ShapeRow>
}

/** `Functions` of a schema: those that `rpc` can call or that can be embedded like a relation. */
export function functionSection(known: Known, callables: readonly CallableRow[]): FieldText {
  const byTheirName = Map.groupBy(callables, ({ name }) => name)
  const fields = [...byTheirName].flatMap(([name, overloads]): FieldText[] => {
    const types = overloads
      .flatMap((callable) => signature(known, callable) ?? [])
      .map((type) => ({ name: typeText(type), type }))
      .sort(byName)
      .map(({ type }) => type)
    const about = overloads.length === 1 ? overloads[0]!.about : null
    return types.length === 0 ? [] : [{ name, about, type: { oneOf: types } }]
  })
  return { name: 'Functions', type: { fields: fields.sort(byName) } }
}

/** The type of a single unnamed argument, which takes the whole body. */
const WHOLE_BODY: Readonly<Record<string, TypeText>> = {
  json: '{ [key: string]: Json | undefined }',
  jsonb: '{ [key: string]: Json | undefined }',
}

/** Undefined for a function that neither `rpc` nor an embedding can reach. */
function signature({ names, shapes }: Known, callable: CallableRow): TypeText | undefined {
  const inputs = argumentsOf(callable)
  const args = argsText(callable, inputs, names)
  if (args === undefined) return undefined
  const target = callable.returned_relation === null ? undefined : shapes.get(callable.returned_relation)
  const isOne = !callable.is_set || callable.rows === 1
  const row = returnedRow(callable, names)
  const from = callable.of === null ? undefined : shapes.get(callable.of)
  if (!target || target.schema !== callable.schema)
    return { fields: [field('Args', args), field('Returns', callable.is_set ? { listOf: row } : row)] }
  return {
    fields: [
      field('Args', args),
      field('Returns', isOne ? row : { listOf: row }),
      field('SetofOptions', {
        fields: [
          field('from', stringText(from?.name ?? '*')),
          field('to', stringText(target.name)),
          field('isOneToOne', String(isOne)),
          field('isSetofReturn', String(callable.is_set)),
        ],
      }),
    ],
  }
}

const field = (name: string, type: TypeText): FieldText => ({ name, type })

interface Input {
  name: string
  type: number
  isRequired: boolean
}

function argumentsOf({ arg_names, arg_modes, arg_types, defaults }: CallableRow): Input[] {
  const inputs = arg_types
    .map((type, place) => ({ type, mode: arg_modes?.[place] ?? 'i', name: arg_names?.[place] ?? '' }))
    .filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
  return inputs.map(({ type, mode, name }, place) => ({
    name,
    type,
    isRequired: place < inputs.length - defaults && mode !== 'v',
  }))
}

function argsText(callable: CallableRow, inputs: readonly Input[], names: TypeNames): TypeText | undefined {
  if (inputs.length === 0) return 'never'
  const isNamed = inputs.every(({ name }) => name !== '')
  if (isNamed)
    return {
      fields: inputs
        .map(({ name, type, isRequired }) => ({ name, type: names.of(type), isOptional: !isRequired }))
        .sort(byName),
    }
  if (inputs.length > 1) return undefined
  const [{ type }] = inputs as [Input]
  // Called through an embedding: no client can pass a row.
  if (callable.of !== null && !isComputed(callable)) return { fields: [field('', names.rowOf(type))] }
  return WHOLE_BODY[names.find(type)?.name ?? '']
}

/** The type of one row of the response: an object for output arguments, else the value itself. */
function returnedRow({ arg_names, arg_modes, arg_types, returns }: CallableRow, names: TypeNames): TypeText {
  const type = names.find(returns)
  if (type?.relation_kind && type.relation_kind !== 'c') return names.rowOf(returns)
  const outputs = arg_types.flatMap((type, place) =>
    ['o', 'b', 't'].includes(arg_modes?.[place] ?? 'i') ? [{ type, name: arg_names?.[place] ?? '' }] : [],
  )
  if (type?.name !== 'record' || outputs.length === 0) return names.of(returns)
  return {
    fields: outputs.map(({ type, name }, place) => ({
      name: name === '' ? `column${place + 1}` : name,
      type: orNull(names.of(type)),
    })),
  }
}
