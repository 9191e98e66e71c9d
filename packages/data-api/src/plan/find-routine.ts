import { DataApiError } from '../data-api-error.ts'
import { nearestName } from '../schema/nearest-name.ts'
import type { Routine } from '../schema/schema.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'

export type Body =
  | { readonly kind: 'named'; readonly names: readonly string[] }
  /** Something that is no JSON object, or has no content type of JSON: for the only argument of the type. */
  | { readonly kind: 'whole'; readonly types: readonly string[] }

/**
 * The function that a call means: by the names of its arguments, or by taking the body whole.
 * Throws PGRST202 when there is none, PGRST203 when there are several.
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
  const types = body.kind === 'named' ? ['json', 'jsonb'] : body.types
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

const written = (schema: string, name: string, args: readonly string[]) =>
  `${schema}.${name}${args.length > 0 ? `(${args.join(', ')})` : ''}`

function missing(cache: SchemaCache, schema: string, name: string, body: Body) {
  const names = body.kind === 'named' ? body.names : []
  const known = cache.routines(schema, name)
  const shown = written(schema, name, names)
  const nearest = nearestName(
    name,
    cache.routinesIn(schema).map((routine) => routine.name),
  )
  const other = known[0]
    ? written(
        schema,
        name,
        known[0].args.map((arg) => arg.name),
      )
    : nearest && `${schema}.${nearest}`
  return new DataApiError(
    'PGRST202',
    `Could not find the function ${shown} ${names.length > 0 ? '' : 'without parameters '}in the schema cache`,
    {
      details: `Searched for the function ${schema}.${name} with ${
        names.length > 0 ? `parameters ${names.join(', ')}` : 'no parameters'
      } or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.`,
      hint: other ? `Perhaps you meant to call the function ${other}` : null,
    },
  )
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
