import { API_DESCRIPTION } from '@basalt/catalog/data-api/api-description.ts'
import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { negotiate } from '@basalt/data-api/parse/media-type.ts'
import { type SchemaDescription, openApi } from '@basalt/data-api/wire/openapi.ts'
import type { Answered } from './answered.ts'
import type { Asked } from './asked.ts'
import type { Execute } from './execute.ts'

/** Answers the root: what there is, as an OpenAPI 2.0 document. */
export async function describeSchema({ schema, cache, accept }: Asked, execute: Execute): Promise<Answered> {
  if (!cache.config.hasOpenApi) throw new DataApiError('PGRST126', 'Root endpoint metadata is disabled')
  const accepted = negotiate(accept, { kind: 'root', handlers: [] })
  const described = JSON.parse(await execute.lines({ text: API_DESCRIPTION, values: [schema] })) as SchemaDescription
  return {
    status: 200,
    headers: { 'content-type': accepted.type },
    body: JSON.stringify(openApi(cache, schema, described)),
  }
}
