import { type SignInProvider, SignInProviderChange } from '@basalt/contract/auth/auth.schema.ts'
import { isProviderKey, providerProblem } from '@basalt/contract/auth/sign-in-providers.rules.ts'
import { z } from 'zod'

const { shape } = SignInProviderChange

const Fields = z.object({
  /** Of a provider that is not ready made; empty for others. */
  name: z.string(),
  enabled: z.boolean(),
  client_id: z
    .string()
    .transform((text) => text.trim())
    .pipe(shape.client_id),
  secret: z.string().transform((text) => text.trim() || undefined),
  url: z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(shape.url.unwrap()),
  additional_client_ids: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((id) => id !== ''))
    .pipe(shape.additional_client_ids.unwrap()),
  skip_nonce_check: z.boolean(),
})
export type ProviderInputs = z.input<typeof Fields>

/**
 * The form of a provider; `stored` is what is saved of it, and `key` its name, which a new one gets in the form. Valid
 * values are what the server is sent.
 */
export const providerForm = (
  key: string | undefined,
  { stored, taken }: { stored: SignInProvider | undefined; taken: readonly string[] },
) =>
  Fields.superRefine(({ name, secret, ...provider }, context) => {
    const refuse = (field: keyof ProviderInputs, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (key === undefined && !isProviderKey(customKey(name)))
      refuse('name', 'Lower-case letters, digits, - and _, at most 40')
    if (key === undefined && taken.includes(customKey(name))) refuse('name', 'This name is taken')
    const keepsSecret = stored?.has_secret === true && stored.url === provider.url
    const problem = providerProblem(key ?? customKey(name), {
      ...provider,
      has_secret: secret !== undefined || keepsSecret,
    })
    if (problem) refuse(problem.field, problem.message)
  })

export const customKey = (name: string) => `custom:${name.trim()}`

export const providerInputs = (stored: SignInProvider | undefined): ProviderInputs => ({
  name: '',
  enabled: stored?.enabled ?? true,
  client_id: stored?.client_id ?? '',
  secret: '',
  url: stored?.url ?? '',
  additional_client_ids: stored?.additional_client_ids.join('\n') ?? '',
  skip_nonce_check: stored?.skip_nonce_check ?? false,
})
