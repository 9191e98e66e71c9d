import {
  CustomProviderChange,
  type SignInProvider,
  SignInProviderChange,
} from '@basalt/contract/auth/auth.schema.ts'
import { isCustomKey, OPENID_SCOPES, providerProblem } from '@basalt/contract/auth/sign-in-providers.rules.ts'
import { z } from 'zod'

const { shape } = SignInProviderChange
const { shape: custom } = CustomProviderChange

const Address = z
  .string()
  .transform((text) => text.trim() || null)
  .pipe(shape.url.unwrap())

const Fields = z.object({
  /** The part after `custom:` of a provider that is not ready made; empty for others. */
  name: z.string(),
  /** What people read; empty for the part after `custom:`. */
  display_name: z.string(),
  provider_type: custom.provider_type,
  authorization_url: Address,
  token_url: Address,
  userinfo_url: Address,
  scopes: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((scope) => scope !== ''))
    .pipe(custom.scopes),
  pkce_enabled: z.boolean(),
  email_optional: z.boolean(),
  enabled: z.boolean(),
  client_id: z
    .string()
    .transform((text) => text.trim())
    .pipe(shape.client_id),
  secret: z.string().transform((text) => text.trim() || undefined),
  url: Address,
  additional_client_ids: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((id) => id !== ''))
    .pipe(shape.additional_client_ids.unwrap()),
  skip_nonce_check: z.boolean(),
})
export type ProviderInputs = z.input<typeof Fields>

/**
 * The form of a provider; `stored` is what is saved of it, and `key` its name, which a new one gets in the form. Valid
 * values are the provider's name and what the server is sent.
 */
export const providerForm = (
  key: string | undefined,
  { stored, taken }: { stored: SignInProvider | undefined; taken: readonly string[] },
) =>
  Fields.superRefine(({ name, secret, ...provider }, context) => {
    const refuse = (field: keyof ProviderInputs, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (key === undefined && !isCustomKey(customKey(name)))
      refuse('name', 'Lower-case letters, digits, -, _ and :, at most 43')
    if (key === undefined && taken.includes(customKey(name))) refuse('name', 'This name is taken')
    const isSameServer =
      stored?.url === provider.url && (stored.custom?.token_url ?? null) === provider.token_url
    const problem = providerProblem(key ?? customKey(name), {
      ...provider,
      custom: key === undefined || isCustomKey(key) ? provider : null,
      has_secret: secret !== undefined || (stored?.has_secret === true && isSameServer),
    })
    if (problem) refuse(problem.field, problem.message)
  }).transform((values) => {
    const { name, secret, enabled, client_id, url, additional_client_ids, skip_nonce_check } = values
    const common = { enabled, client_id, secret, url, additional_client_ids, skip_nonce_check }
    const newKey = key ?? customKey(name)
    if (!isCustomKey(newKey)) return { key: newKey, change: common }
    const { display_name, provider_type, scopes, pkce_enabled, email_optional } = values
    const { authorization_url, token_url, userinfo_url } = values
    const change = {
      ...keptOf(stored),
      name: display_name.trim() || newKey.slice('custom:'.length),
      provider_type,
      scopes,
      pkce_enabled,
      email_optional,
      authorization_url,
      token_url,
      userinfo_url,
    }
    return { key: newKey, change: { ...common, custom: change } }
  })

/** What the form does not show, and servers set. */
const keptOf = (stored: SignInProvider | undefined) => ({
  attribute_mapping: stored?.custom?.attribute_mapping ?? {},
  authorization_params: stored?.custom?.authorization_params ?? {},
  custom_claims_allowlist: stored?.custom?.custom_claims_allowlist ?? [],
  discovery_url: stored?.custom?.discovery_url ?? null,
  jwks_uri: stored?.custom?.jwks_uri ?? null,
})

export const customKey = (name: string) => `custom:${name.trim()}`

export const providerInputs = (stored: SignInProvider | undefined): ProviderInputs => ({
  name: '',
  display_name: stored?.custom?.name ?? '',
  provider_type: stored?.custom?.provider_type ?? 'oidc',
  authorization_url: stored?.custom?.authorization_url ?? '',
  token_url: stored?.custom?.token_url ?? '',
  userinfo_url: stored?.custom?.userinfo_url ?? '',
  scopes: (stored?.custom?.scopes ?? OPENID_SCOPES).join(' '),
  pkce_enabled: stored?.custom?.pkce_enabled ?? true,
  email_optional: stored?.custom?.email_optional ?? false,
  enabled: stored?.enabled ?? true,
  client_id: stored?.client_id ?? '',
  secret: '',
  url: stored?.url ?? '',
  additional_client_ids: stored?.additional_client_ids.join('\n') ?? '',
  skip_nonce_check: stored?.skip_nonce_check ?? false,
})
