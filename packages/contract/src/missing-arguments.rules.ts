import type { AnyEndpoint } from './endpoint.ts'

/** The refusal for an empty part of a path, by parameter name. */
const texts: Record<string, string> = {
  ref: 'projectRef is required',
  slug: 'orgSlug is required',
  installation_id: 'Installation ID is required',
}

/** Calls with a message of their own. */
const textsOfCall: Record<string, Record<string, string>> = {
  listOrganizationProjects: { slug: 'organizationSlug is required' },
  listAddons: { ref: 'Project ref is required' },
  getObject: { ref: 'Project ref is required', id: 'Bucket ID is required' },
  downloadObject: { ref: 'Project ref is required', id: 'Bucket ID is required' },
}

export const FILE_PATH_MISSING = 'Unable to find path to file'

/** Calls that cannot do without a part of their query. */
const queryOfCall: Record<string, { readonly key: string; readonly text: string }> = {
  getObject: { key: 'path', text: FILE_PATH_MISSING },
}

/** Where the bucket is meant by `:id`. */
const BUCKET_PATH = /\/buckets\/:id\b/

type Call = Pick<AnyEndpoint, 'name' | 'path'>
type Given = Readonly<Record<string, unknown>>

/** Why a call cannot be made: the first part of its path that is empty; undefined when none is. */
export function missingParam({ name, path }: Call, params: Given = {}): string | undefined {
  for (const [, key = ''] of path.matchAll(/:(\w+)/g))
    if (!params[key]) {
      const argument = key === 'id' && BUCKET_PATH.test(path) ? 'bucketId' : key
      return textsOfCall[name]?.[key] ?? texts[key] ?? `${argument} is required`
    }
}

/** Why a call cannot be made: the part of its query that it cannot do without. */
export function missingQuery({ name }: Call, query: Given = {}): string | undefined {
  const needed = queryOfCall[name]
  return needed && !query[needed.key] ? needed.text : undefined
}

/** Why a call cannot be made: a part of its path or its query that is missing. */
export const missingArgument = (call: Call, params?: Given, query?: Given): string | undefined =>
  missingParam(call, params) ?? missingQuery(call, query)
