import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { jsonSchemaTransformObject } from 'fastify-type-provider-zod'

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>

const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g

/**
 * Adds the schemas with names that the description of the calls refers to, and puts schemas and calls in the order of
 * their names: the library adds all schemas there are, and both in the order in which modules were loaded.
 */
export const withNamedSchemas: Transform = (document) => {
  const complete = jsonSchemaTransformObject(document)
  if (!('openapi' in complete) || !complete.components) return complete
  const schemas: Record<string, object> = complete.components.schemas ?? {}
  const wanted = new Set<string>()
  const collect = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (wanted.has(name!)) continue
      wanted.add(name!)
      collect(schemas[name!] ?? {})
    }
  }
  collect(complete.paths)
  const named = [...wanted].sort().map((name) => [name, schemas[name]])
  Object.assign(complete.components, { schemas: Object.fromEntries(named) })
  const paths = Object.entries(complete.paths ?? {}).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.assign(complete, { paths: Object.fromEntries(paths) })
}
