import type { AuthHook } from '@basalt/contract/auth/auth.schema.ts'
import { HOOK_SECRET, hookTarget } from '@basalt/contract/auth/auth-hooks.rules.ts'
import { functionUri } from '@basalt/contract/integrations/function-uri.rules.ts'
import { z } from 'zod'

const Fields = z.object({
  enabled: z.boolean(),
  kind: z.enum(['function', 'http']),
  schema: z.string().trim(),
  name: z.string().trim(),
  url: z.string().trim(),
  secret: z.string().trim(),
})
export type HookInputs = z.input<typeof Fields>

/** The form of a hook; `stored` is what is saved. Valid values are what the server is sent. */
export const hookForm = (stored: AuthHook | undefined) =>
  Fields.superRefine((inputs, context) => {
    const refuse = (field: keyof HookInputs, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (inputs.kind === 'function') {
      if (inputs.schema === '') refuse('schema', 'Enter a schema')
      if (inputs.name === '') refuse('name', 'Enter the name of a function')
      return
    }
    if (hookTarget(inputs.url)?.kind !== 'http')
      refuse('url', 'Enter an address such as https://example.com/hook')
    if (inputs.secret === '' ? !stored?.has_secret : !HOOK_SECRET.test(inputs.secret))
      refuse('secret', 'A secret begins with whsec_, followed by at least 24 bytes in base64')
  }).transform(({ enabled, kind, schema, name, url, secret }) => ({
    enabled,
    uri: kind === 'function' ? functionUri({ schema, name }) : url,
    ...(kind === 'http' && secret !== '' && { secret }),
  }))

export function hookInputs(stored: AuthHook | undefined): HookInputs {
  const target = stored && hookTarget(stored.uri)
  return {
    enabled: stored?.enabled ?? true,
    kind: target?.kind ?? 'function',
    schema: target?.kind === 'function' ? target.schema : 'public',
    name: target?.kind === 'function' ? target.name : '',
    url: target?.kind === 'http' ? target.url : '',
    secret: stored?.has_secret ? '' : newSecret(),
  }
}

/** 32 random bytes, in the format of Standard Webhooks. */
const newSecret = () => `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`
