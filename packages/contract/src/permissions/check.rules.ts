import { type Condition, type ConditionData, holds } from './condition.rules.ts'

/** Allows what its patterns match; with `restrictive`, refuses it regardless of other grants. `%` matches any text. */
export interface Grant {
  readonly actions: readonly string[]
  readonly resources: readonly string[]
  readonly condition: Condition
  readonly restrictive: boolean
}

export interface ScopedGrant extends Grant {
  readonly organization_slug: string
  /** Null for the whole organization. */
  readonly project_refs: readonly string[] | null
}

/** An action on a resource, to be checked against grants. */
export interface Action {
  readonly action: string
  readonly resource: string
}

/** Where an action applies: an organization, or one of its projects. */
export interface Place {
  readonly slug: string
  readonly ref?: string | undefined
}

/** Whether the grants allow an action. `data` is what conditions may test, such as `{resource: {owner_id}, subject: {id}}`. */
export function isAllowed(grants: readonly Grant[], { action, resource }: Action, data: ConditionData = {}) {
  const known = { resource_name: resource, ...data }
  const fitting = grants.filter(
    ({ actions, resources, condition }) =>
      actions.some((pattern) => matches(pattern, action)) &&
      resources.some((pattern) => matches(pattern, resource)) &&
      holds(condition, known),
  )
  return fitting.length > 0 && !fitting.some(({ restrictive }) => restrictive)
}

/** The grants that apply: those of the project if it has any, else those of the organization. */
export function applicableGrants(grants: readonly ScopedGrant[], { slug, ref }: Place) {
  const here = grants.filter(({ organization_slug }) => organization_slug === slug)
  const ofProject = here.filter(({ project_refs }) => ref !== undefined && project_refs?.includes(ref))
  return ofProject.length > 0 ? ofProject : here.filter(({ project_refs }) => !project_refs?.length)
}

/** Matches the whole text. Runs on every request with few, short patterns, so it avoids regular expressions. */
function matches(pattern: string, text: string) {
  const parts = pattern.split('%')
  const [first = ''] = parts
  if (parts.length === 1) return pattern === text
  const last = parts.at(-1) ?? ''
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false
  let from = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, from)
    if (found === -1) return false
    from = found + part.length
  }
  return from <= text.length - last.length
}
