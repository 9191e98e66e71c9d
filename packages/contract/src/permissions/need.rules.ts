import { type Action, applicableGrants, isAllowed, type Place, type ScopedGrant } from './check.rules.ts'

/** An action on a resource that needs a permission, and the end of the sentence that refuses it. */
export interface Need extends Action {
  readonly to: string
}

/** The needs that one feature brings, in its `<feature>.needs.ts`. */
export type Needs = Record<string, Need>

/** The sentence a caller is refused with, and a disabled control says. */
export const refusalOf = ({ to }: Need) =>
  `You need additional permissions to ${to}. Ask an owner or administrator.`

/** Why a caller with these grants may not act; undefined when they may. */
export const refusal = (grants: readonly ScopedGrant[], need: Need, place: Place) =>
  isAllowed(applicableGrants(grants, place), need) ? undefined : refusalOf(need)
