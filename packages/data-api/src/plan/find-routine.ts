import { DataApiError } from '../data-api-error.ts'
import { nearestName } from '../schema/nearest-name.ts'
import type { Routine } from '../schema/schema.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'

export type Body =
  | {
      readonly kind: 'named'
      readonly names: readonly string[]
      /** Whether to fall back to a function whose single unnamed argument takes the whole body. */
      readonly mayBeWhole: boolean
    }
  /** A body that is no JSON object: for a function with a single unnamed argument of one of these types. */
  | { readonly kind: 'whole'; readonly types: readonly string[] }

const JSON_TYPES = ['json', 'jsonb']

/**
 * Resolves a call to a function by the names of its arguments, or to one that takes the whole body. Throws PGRST202 when
 * there is none, PGRST203 when there are several.
 */
export function findRoutine(
  cache: SchemaCache,
  schema: string,
  name: string,
  body: Body,
): { routine: Routine; takesWhole: boolean } {
  const known = cache.routines(schema, name)
  const named = body.kind === 'named' ? known.filter((routine) => fits(routine, body.names)) : []
  if (named.length > 1) throw overloaded(schema, name, named)
  if (named[0]) return { routine: named[0], takesWhole: false }
  const types = body.kind === 'whole' ? body.types : body.mayBeWhole ? JSON_TYPES : []
  const whole = known.filter(
    ({ args }) => args.length === 1 && args[0]!.name === '' && types.includes(args[0]!.type),
  )
  if (whole.length > 1) throw overloaded(schema, name, whole)
  if (whole[0]) return { routine: whole[0], takesWhole: true }
  throw missing(cache, schema, name, body)
}

function fits({ args }: Routine, names: readonly string[]) {
  const known = new Set(args.map((arg) => arg.name))
  return (
    args.every((arg) => !arg.isRequired || (arg.name !== '' && names.includes(arg.name))) &&
    names.every((name) => name !== '' && known.has(name))
  )
}

/** Argument names in parentheses. */
const list = (names: readonly string[]) => `(${names.join(', ')})`

function missing(cache: SchemaCache, schema: string, name: string, body: Body) {
  const called = `${schema}.${name}`
  if (body.kind === 'whole' && !JSON_TYPES.some((type) => body.types.includes(type)))
    return new DataApiError('PGRST202', `Could not find the function ${called} in the schema cache`, {
      details: `Searched for the function ${called} with a single unnamed ${body.types[0]} parameter, but no matches were found in the schema cache.`,
    })
  const names = body.kind === 'named' ? body.names : []
  const given = names.length === 0 ? ' without parameters' : list(names)
  const searched =
    names.length === 0
      ? ' without parameters'
      : ` with parameter${names.length > 1 ? 's' : ''} ${names.join(', ')}`
  const whole =
    body.kind === 'whole' || body.mayBeWhole ? ' or with a single unnamed json/jsonb parameter' : ''
  const nearest = candidate(cache, schema, name, names)
  return new DataApiError('PGRST202', `Could not find the function ${called}${given} in the schema cache`, {
    details: `Searched for the function ${called}${searched}${whole}, but no matches were found in the schema cache.`,
    hint: nearest === undefined ? null : `Perhaps you meant to call the function ${schema}.${nearest}`,
  })
}

/** The overload with the most similar arguments, or a function with a similar name. */
function candidate(cache: SchemaCache, schema: string, name: string, names: readonly string[]) {
  const far = ({ args }: Routine) => Math.abs(args.length - names.length)
  const known = [...cache.routines(schema, name)].sort((one, other) => far(one) - far(other))
  if (known.length === 0)
    return nearestName(
      name,
      cache.routinesIn(schema).map((routine) => routine.name),
    )
  const lists = known.map(({ args }) => list(args.map((arg) => arg.name)))
  const nearest = nearestName(list(names), lists)
  const sharing = known
    .map(({ args }, place) => ({ place, shared: args.filter((arg) => names.includes(arg.name)).length }))
    .sort((one, other) => other.shared - one.shared)[0]!
  return `${name}${nearest ?? lists[sharing.place]}`
}

function overloaded(schema: string, name: string, found: readonly Routine[]) {
  const choices = found.map(
    ({ args }) => `${schema}.${name}(${args.map((arg) => `${arg.name} => ${arg.type}`).join(', ')})`,
  )
  return new DataApiError(
    'PGRST203',
    `Could not choose the best candidate function between: ${choices.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}
