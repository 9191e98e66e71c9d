import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { jsonSchemaTransformObject } from 'fastify-type-provider-zod'

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>

const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g

/**
 * Adds only the named schemas that calls refer to, and sorts schemas and calls by name. The library adds all schemas, and
 * orders both by when their modules were loaded.
 */
export const withNamedSchemas: Transform = (document) => {
  const complete = jsonSchemaTransformObject(document)
  if (!('openapi' in complete) || !complete.components) return complete
  const schemas: Record<string, object> = complete.components.schemas ?? {}
  const referenced = new Set<string>()
  const collect = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (referenced.has(name!)) continue
      referenced.add(name!)
      collect(schemas[name!] ?? {})
    }
  }
  collect(complete.paths)
  const named = [...referenced].sort().map((name) => [name, schemas[name]])
  Object.assign(complete.components, { schemas: Object.fromEntries(named) })
  const paths = Object.entries(complete.paths ?? {}).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.assign(complete, { paths: Object.fromEntries(paths) })
}
