/** Policies of one table that the page shows before it is asked for more. */
export const POLICIES_PAGE_SIZE = 50

/** Roles that one policy may name. */
export const POLICY_ROLES_MAX = 200

/** Characters of one expression of a policy. */
export const POLICY_EXPRESSION_MAX = 100_000

/** Rows that a trial of policies looks at. */
export const TRIAL_ROWS_MAX = 100

/** Characters of a value that a trial shows. */
export const TRIAL_VALUE_MAX = 200

/** How long a trial may take. */
export const TRIAL_TIMEOUT_SECONDS = 15

export const policyCommands = ['ALL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const
export type PolicyCommand = (typeof policyCommands)[number]

/** Does USING, which decides about rows that exist, apply to a policy for this command? */
export const hasUsing = (command: PolicyCommand) => command !== 'INSERT'

/** Does WITH CHECK, which decides about new rows, apply to a policy for this command? */
export const hasWithCheck = (command: PolicyCommand) => command !== 'SELECT' && command !== 'DELETE'

interface Deciding {
  readonly id: number
  readonly is_permissive: boolean
}

/** What the policies together say of a row, and which of them decide. */
export interface Decision {
  readonly passes: boolean
  readonly reason: 'restricted' | 'permitted' | 'not_permitted'
  /** Oids: those that restrict or permit it; none when no policy permits it. */
  readonly deciding: readonly number[]
}

/**
 * Combines what each policy says of a row as PostgreSQL does: every restrictive policy and at least one permissive policy
 * must hold, and NULL counts as false.
 */
export function decisionOf(
  policies: readonly Deciding[],
  verdicts: readonly { readonly policy: number; readonly passes: boolean | null }[],
): Decision {
  const holds = new Map(verdicts.map(({ policy, passes }) => [policy, passes === true]))
  const those = (is: (policy: Deciding) => boolean) => policies.filter(is).map(({ id }) => id)
  const restricting = those(({ id, is_permissive }) => !is_permissive && !holds.get(id))
  if (restricting.length > 0) return { passes: false, reason: 'restricted', deciding: restricting }
  const permitting = those(({ id, is_permissive }) => is_permissive && holds.get(id) === true)
  return permitting.length > 0
    ? { passes: true, reason: 'permitted', deciding: permitting }
    : { passes: false, reason: 'not_permitted', deciding: [] }
}
