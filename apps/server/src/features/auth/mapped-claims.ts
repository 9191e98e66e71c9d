import type { CustomProvider } from '@basalt/contract/auth/auth.schema.ts'
import { PROVIDER_CLAIM_MAX } from '@basalt/contract/auth/auth-limits.rules.ts'
import { isStorableJson } from './request-bodies.ts'

/** What a provider knows of a person, by the names of OpenID Connect. */
export interface Claims {
  sub?: unknown
  email?: unknown
  email_verified?: unknown
  name?: unknown
  picture?: unknown
  preferred_username?: unknown
  /** Further claims that the project keeps. */
  custom_claims?: Record<string, unknown>
}

export type ClaimMapping = Pick<CustomProvider, 'attribute_mapping' | 'custom_claims_allowlist'>

/** The names of claims that a sign-in reads. */
export const wantedClaims = (mapping: ClaimMapping | undefined) => [
  ...new Set([
    'email',
    ...Object.values(mapping?.attribute_mapping ?? {}).filter((source) => typeof source === 'string'),
    ...(mapping?.custom_claims_allowlist ?? []),
  ]),
]

/**
 * The claims of a provider by the names that are read here. A mapped attribute is the claim that the mapping names, and is
 * missing where that one is: the provider's claim of the attribute's own name may be one that people choose themselves. A
 * value that is no text counts as it is. Of the claims that are kept, those that are too long are left out.
 */
export function mappedClaims(claims: Record<string, unknown>, mapping: ClaimMapping | undefined): Claims {
  if (mapping === undefined) return withTextId(claims)
  const mapped = Object.entries(mapping.attribute_mapping).map(([attribute, source]) => [
    attribute,
    typeof source === 'string' ? (Object.hasOwn(claims, source) ? claims[source] : undefined) : source,
  ])
  const kept = mapping.custom_claims_allowlist
    .filter((name) => Object.hasOwn(claims, name) && isKeepable(claims[name]))
    .map((name) => [name, claims[name]])
  return {
    ...withTextId({ ...claims, ...Object.fromEntries(mapped) }),
    custom_claims: kept.length === 0 ? undefined : Object.fromEntries(kept),
  } as Claims
}

/** Some providers number people. */
const withTextId = ({ sub, ...claims }: Record<string, unknown>): Claims =>
  ({
    ...claims,
    custom_claims: undefined,
    sub: typeof sub === 'number' ? String(sub) : sub,
  }) as Claims

function isKeepable(value: unknown) {
  const text = JSON.stringify(value)
  return text !== undefined && text.length <= PROVIDER_CLAIM_MAX && isStorableJson(text)
}
