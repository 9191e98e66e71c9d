import { type AuthSettings, CaptchaChange } from '@basalt/contract/auth/auth.schema.ts'
import { captchas } from '@basalt/contract/auth/captcha.rules.ts'
import { z } from 'zod'

const { shape } = CaptchaChange

type Stored = AuthSettings['captcha']

const Fields = z.object({
  enabled: z.boolean(),
  provider: shape.provider,
  secret: z.string().transform((text) => text.trim() || undefined),
  url: z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(shape.url.unwrap()),
})
export type CaptchaInputs = z.input<typeof Fields>

/** The form of the captcha; `stored` is what is saved. Valid values are what the server is sent. */
export const captchaForm = (stored: Stored) =>
  Fields.superRefine(({ enabled, provider, secret, url }, context) => {
    const keepsSecret = stored?.has_secret === true && stored.provider === provider && stored.url === url
    if (enabled && secret === undefined && !keepsSecret)
      context.addIssue({
        code: 'custom',
        path: ['secret'],
        message: `Enter the secret key of ${captchas[provider].name}`,
      })
  })

export const captchaInputs = (stored: Stored): CaptchaInputs => ({
  enabled: stored?.enabled ?? false,
  provider: stored?.provider ?? 'hcaptcha',
  secret: '',
  url: stored?.url ?? '',
})
