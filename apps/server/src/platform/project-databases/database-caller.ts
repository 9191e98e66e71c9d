import { quoteLiteral } from '@basalt/sql/quote.ts'
import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import type { Disconnect } from './disconnect.ts'
import { failedAt, type TripStatement } from './round-trip.ts'

/** Who statements run as: a database role, and the claims that `auth.jwt()` returns to policies. */
export interface DatabaseCaller {
  role: string
  claims: Readonly<Record<string, unknown>>
  /** Server parameters for the transaction. */
  settings?: Readonly<Record<string, string>>
  isolation?: Isolation | undefined
  /** A statement that runs as the caller, before those of the call. */
  preRequest?: string | undefined
  /** The group that shares its turns while calls wait; the role by default. */
  group?: string
  /** The resource of the call: within a group, calls for the same resource wait for each other first. */
  lane?: string
  /** The most connections that its group may use at once, if fewer than its share. */
  groupMax?: number
  /** Reports that the caller has disconnected; its statement is then cancelled. */
  disconnect?: Disconnect
}

export type Isolation = 'serializable' | 'repeatable read' | 'read committed' | 'read uncommitted'

/** The server itself, which bypasses row level security. */
export const SERVICE: DatabaseCaller = { role: 'service_role', claims: { role: 'service_role' } }

const RESET: TripStatement = { text: 'reset all', values: [] }
/** The last caller on a connection, as far as its state has stayed there: the role, and the claims as text. */
const lastCallers = new WeakMap<pg.PoolClient, readonly [role: string, claims: string]>()

/**
 * The statements at the start of a transaction. Code in the database can set parameters beyond its transaction, such as
 * the tenant that its policies read, which no other caller may see. Resetting them costs as much as a short statement,
 * so it is done only when the caller changes.
 */
export function callerSetup(client: pg.PoolClient, caller: DatabaseCaller) {
  const claims = claimsText(caller.claims)
  const statementsBefore = opening(caller, claims)
  const last = lastCallers.get(client)
  const isSame = last !== undefined && last[0] === caller.role && last[1] === claims
  // A failed transaction rolls back the reset as well.
  lastCallers.delete(client)
  const statements = isSame ? statementsBefore : [RESET, ...statementsBefore]
  return {
    statements,
    /** Whether the connection is as this caller's last call left it, so that nothing has to be reset. */
    isSame,
    /** The index of the statement that switches to the role. */
    roleIndex: statements.findIndex(({ text }) => text.startsWith(SWITCH_ROLE)),
    succeeded: () => void lastCallers.set(client, [caller.role, claims]),
  }
}

/** Claims as text, for objects that are the same at every call, such as the claims of a verified token. */
const claimsTexts = new WeakMap<object, string>()

function claimsText(claims: DatabaseCaller['claims']) {
  const cached = claimsTexts.get(claims)
  if (cached !== undefined) return cached
  const text = JSON.stringify(claims)
  if (Object.isFrozen(claims)) claimsTexts.set(claims, text)
  return text
}

/** The isolation level comes before any query, the caller's own statement after the role. */
const opening = (caller: DatabaseCaller, claims: string): TripStatement[] => [
  ...(caller.isolation === undefined
    ? []
    : [{ text: `set transaction isolation level ${caller.isolation}`, values: [] }]),
  switchRole(caller, claims),
  ...(caller.preRequest === undefined ? [] : [{ text: caller.preRequest, values: [] }]),
]

/** All settings are local to the transaction: PostgreSQL itself resets them, however it ends. */
const switchRole = ({ role, settings = {} }: DatabaseCaller, claims: string): TripStatement => ({
  text: switchRoleText(Object.keys(settings)),
  values: [role, claims, ...Object.values(settings)],
})

/** Returns no columns: a row of a dozen values costs as much as a short statement. */
const SWITCH_ROLE = 'select from (select '

/** By the names of parameters. There are only a handful of sets, so the texts stay prepared. */
const switchRoleTexts = new Map<string, string>()

function switchRoleText(names: readonly string[]) {
  const key = names.join()
  const cached = switchRoleTexts.get(key)
  if (cached !== undefined) return cached
  const parts = ['role', 'request.jwt.claims', ...names].map(
    (name, index) => `set_config(${quoteLiteral(name)}, $${index + 1}, true)`,
  )
  const text = `${SWITCH_ROLE}${parts.join(', ')}) as caller`
  switchRoleTexts.set(key, text)
  return text
}

/**
 * Whether switching to the role failed: 22023 is an unknown role, 42501 one that the authenticator may not become. Only
 * the statement at `index` counts, because code in the database may fail in the same way.
 */
export const isRoleRefused = (error: unknown, index: number) =>
  failedAt(error) === index &&
  ['22023', '42501'].includes(String((error as { code?: unknown }).code)) &&
  /\brole "/.test((error as Error).message)

export const roleRefused = ({ role }: DatabaseCaller, cause: unknown) =>
  new AppError('forbidden', `The role "${role}" does not exist, or may not call this API`, { cause })
