import type { SchemaCache } from '@basalt/data-api/schema/schema-cache.ts'
import type { Isolation } from '../../platform/project-databases/database-caller.ts'

interface RoleSettings {
  settings: Readonly<Record<string, string>>
  isolation: Isolation | undefined
}

/** Settings that each request sets itself, and those that configure the API. */
const IGNORED_SETTINGS =
  /^(?:role|session_authorization|search_path|transaction_.*|pgrst\..*|request\..*|response\..*)$/
const ISOLATION = 'default_transaction_isolation'
const isolations: readonly string[] = [
  'serializable',
  'repeatable read',
  'read committed',
  'read uncommitted',
]

const known = new WeakMap<SchemaCache, Map<string, RoleSettings>>()

/**
 * The settings of `alter role … set`. PostgreSQL applies them only at login; requests switch to the role within a
 * transaction and set them there. The catalog query excludes those that the authenticator may not set.
 */
export function settingsOfRole(cache: SchemaCache, role: string): RoleSettings {
  const settings = cache.settings.get(role)
  if (settings === undefined) return NONE
  const roles = known.get(cache) ?? new Map<string, RoleSettings>()
  known.set(cache, roles)
  const found = roles.get(role) ?? read(settings)
  roles.set(role, found)
  return found
}

const NONE: RoleSettings = { settings: {}, isolation: undefined }

function read(settings: ReadonlyMap<string, string>): RoleSettings {
  const own = [...settings].filter(([name]) => !IGNORED_SETTINGS.test(name) && name !== ISOLATION)
  return { settings: Object.fromEntries(own), isolation: isolationOf(settings.get(ISOLATION)) }
}

export const isolationOf = (value: string | undefined): Isolation | undefined =>
  isolations.includes(value?.toLowerCase() ?? '') ? (value!.toLowerCase() as Isolation) : undefined

/** Settings of a function that apply to the whole transaction, because they only take effect before it starts. */
const HOISTED = ['statement_timeout', 'lock_timeout', 'plan_filter.statement_cost_limit']

export const hoistedSettings = (settings: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries(HOISTED.flatMap((name) => (settings.has(name) ? [[name, settings.get(name)!]] : [])))
