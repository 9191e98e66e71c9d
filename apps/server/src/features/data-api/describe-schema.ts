import { API_DESCRIPTION } from '@basalt/catalog/data-api/api-description.ts'
import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import { negotiate } from '@basalt/data-api/parse/media-type.ts'
import { openApi, type SchemaDescription } from '@basalt/data-api/wire/openapi.ts'
import type { ApiRequest } from './api-request.ts'
import type { ApiResponse } from './api-response.ts'
import type { Execute } from './execute.ts'

/** Handles the root: the OpenAPI 2.0 description of a schema. */
export async function describeSchema(
  { schema, cache, accept }: ApiRequest,
  execute: Execute,
): Promise<ApiResponse> {
  if (!cache.config.hasOpenApi) throw new DataApiError('PGRST126', 'Root endpoint metadata is disabled')
  const accepted = negotiate(accept, { kind: 'root', handlers: [] })
  const described = JSON.parse(
    await execute.lines({ text: API_DESCRIPTION, values: [schema] }),
  ) as SchemaDescription
  return {
    status: 200,
    headers: { 'content-type': accepted.type },
    body: JSON.stringify(openApi(cache, schema, described)),
  }
}
