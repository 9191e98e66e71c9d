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

/** Why a call cannot be made: the first part of its path that is empty. Undefined when the path is complete. */
export function missingArgument(
  { name, path }: Pick<AnyEndpoint, 'name' | 'path'>,
  params: Readonly<Record<string, string | undefined>> = {},
): string | undefined {
  for (const [, key = ''] of path.matchAll(/:(\w+)/g))
    if (!params[key]) return textsOfCall[name]?.[key] ?? texts[key] ?? `${key} is required`
  return undefined
}
