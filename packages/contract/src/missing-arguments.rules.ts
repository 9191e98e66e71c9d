import type { AnyEndpoint } from './endpoint.ts'

/** The error message for an empty path parameter, by its name. */
const texts: Record<string, string> = {
  ref: 'projectRef is required',
  slug: 'orgSlug is required',
  installation_id: 'Installation ID is required',
}

/** Messages that differ for one call, by its name. */
const textsOfCall: Record<string, Record<string, string>> = {
  listOrganizationProjects: { slug: 'organizationSlug is required' },
  listAddons: { ref: 'Project ref is required' },
  getObject: { ref: 'Project ref is required', id: 'Bucket ID is required' },
  downloadObject: { ref: 'Project ref is required', id: 'Bucket ID is required' },
}

export const FILE_PATH_MISSING = 'Unable to find path to file'

/** Required query parameters, by call. */
const queryOfCall: Record<string, { readonly key: string; readonly text: string }> = {
  getObject: { key: 'path', text: FILE_PATH_MISSING },
}

/** Paths in which `:id` is a bucket. */
const BUCKET_PATH = /\/buckets\/:id\b/

type Call = Pick<AnyEndpoint, 'name' | 'path'>
type Given = Readonly<Record<string, unknown>>

/** The error message for the first empty path parameter of a call; undefined when none is. */
export function missingParam({ name, path }: Call, params: Given = {}): string | undefined {
  for (const [, key = ''] of path.matchAll(/:(\w+)/g))
    if (!params[key]) {
      const argument = key === 'id' && BUCKET_PATH.test(path) ? 'bucketId' : key
      return textsOfCall[name]?.[key] ?? texts[key] ?? `${argument} is required`
    }
}

/** The error message for a missing query parameter of a call; undefined when none is. */
export function missingQuery({ name }: Call, query: Given = {}): string | undefined {
  const needed = queryOfCall[name]
  return needed && !query[needed.key] ? needed.text : undefined
}

/** The error message for a missing path or query parameter of a call; undefined when none is. */
export const missingArgument = (call: Call, params?: Given, query?: Given): string | undefined =>
  missingParam(call, params) ?? missingQuery(call, query)
