import { quoteLiteral } from '@basalt/sql/quote.ts'
import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import type { Disconnect } from './disconnect.ts'
import { failedAt, type TripStatement } from './round-trip.ts'

/** As whom statements run: a database role, and the claims that `auth.jwt()` tells policies. */
export interface DatabaseCaller {
  role: string
  claims: Readonly<Record<string, unknown>>
  /** Parameters of the server that hold for the transaction. */
  settings?: Readonly<Record<string, string>>
  isolation?: Isolation | undefined
  /** A statement that runs as the caller, before those of the work. */
  preRequest?: string | undefined
  /** The group that shares its turns while calls wait; the role by default. */
  group?: string
  /** What the call asks for: within a group, calls for the same thing wait for each other first. */
  lane?: string
  /** Reports that nobody waits for the answer any longer; the statement is then cancelled. */
  disconnect?: Disconnect
}

export type Isolation = 'serializable' | 'repeatable read' | 'read committed' | 'read uncommitted'

/** The server itself, past row level security. */
export const SERVICE: DatabaseCaller = { role: 'service_role', claims: { role: 'service_role' } }

const RESET: TripStatement = { text: 'reset all', values: [] }
/** Who used a connection last, as far as what they did there has stayed: the role, and the claims as text. */
const lastCallers = new WeakMap<pg.PoolClient, readonly [role: string, claims: string]>()

/**
 * What a transaction begins with. Code of the database can set parameters for longer than its transaction, such as the
 * tenant that its policies read: nobody else may meet them on the connection. Putting them back costs as much as a short
 * statement, so that it is done when somebody else comes.
 */
export function entering(client: pg.PoolClient, caller: DatabaseCaller) {
  const claims = claimsText(caller.claims)
  const begin = beginning(caller, claims)
  const last = lastCallers.get(client)
  const isSame = last !== undefined && last[0] === caller.role && last[1] === claims
  // A transaction that fails undoes the reset as well.
  lastCallers.delete(client)
  const statements = isSame ? begin : [RESET, ...begin]
  return {
    statements,
    /** The index of the statement that switches to the role. */
    becomesAt: statements.findIndex(({ text }) => text.startsWith(BECOMING)),
    succeeded: () => void lastCallers.set(client, [caller.role, claims]),
  }
}

/** Of claims that are the same object at every call, such as those of a token that was verified before. */
const claimsTexts = new WeakMap<object, string>()

function claimsText(claims: DatabaseCaller['claims']) {
  const known = claimsTexts.get(claims)
  if (known !== undefined) return known
  const text = JSON.stringify(claims)
  if (Object.isFrozen(claims)) claimsTexts.set(claims, text)
  return text
}

/** The isolation level comes before any query, and the caller's own code after the role. */
const beginning = (caller: DatabaseCaller, claims: string): TripStatement[] => [
  ...(caller.isolation === undefined
    ? []
    : [{ text: `set transaction isolation level ${caller.isolation}`, values: [] }]),
  becoming(caller, claims),
  ...(caller.preRequest === undefined ? [] : [{ text: caller.preRequest, values: [] }]),
]

/** Everything holds for the transaction alone: PostgreSQL itself puts it back, however that ends. */
const becoming = ({ role, settings = {} }: DatabaseCaller, claims: string): TripStatement => ({
  text: becomingText(Object.keys(settings)),
  values: [role, claims, ...Object.values(settings)],
})

/** What is set need not come back: a row of a dozen values costs as much as a short statement. */
const BECOMING = 'select from (select '

/** By the names of parameters, of which code knows a handful of sets: the same text stays prepared. */
const becomingTexts = new Map<string, string>()

function becomingText(names: readonly string[]) {
  const key = names.join()
  const known = becomingTexts.get(key)
  if (known !== undefined) return known
  const parts = ['role', 'request.jwt.claims', ...names].map(
    (name, index) => `set_config(${quoteLiteral(name)}, $${index + 1}, true)`,
  )
  const text = `${BECOMING}${parts.join(', ')}) as caller`
  becomingTexts.set(key, text)
  return text
}

/**
 * 22023: no such role. 42501: not one that the authenticator may become. Only where the statement failed that becomes it:
 * code of the database may fail in the same way.
 */
export const isRoleRefused = (error: unknown, place: number) =>
  failedAt(error) === place &&
  ['22023', '42501'].includes(String((error as { code?: unknown }).code)) &&
  /\brole "/.test((error as Error).message)

export const roleRefused = ({ role }: DatabaseCaller, cause: unknown) =>
  new AppError('forbidden', `The role "${role}" does not exist, or may not call this API`, { cause })
