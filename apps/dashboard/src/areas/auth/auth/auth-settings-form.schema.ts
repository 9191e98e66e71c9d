import { AuthSettingFields, type AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { testPhoneProblem } from '@basalt/contract/auth/phone.rules.ts'
import { redirectPatternProblem } from '@basalt/contract/auth/redirects.rules.ts'
import { issuerProblem } from '@basalt/contract/auth/sign-in-providers.rules.ts'
import { originProblem } from '@basalt/contract/auth/webauthn.rules.ts'
import { z } from 'zod'
import type { SettingField } from './settings-pages.rules.ts'

/** The values of a form of settings by name: text, or whether something is on. */
export type SettingInputs = Record<string, string | boolean>

/** The lines of a text that say something. */
export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const problemOf = {
  uri_allow_list: redirectPatternProblem,
  third_party_issuers: issuerProblem,
  sms_test_otp: testPhoneProblem,
  webauthn_rp_origins: originProblem,
}

const schemaOf = (field: SettingField): z.ZodType => {
  const rule = AuthSettingFields.shape[field.name as keyof typeof AuthSettingFields.shape]
  switch (field.kind) {
    case 'number':
      return z
        .string()
        .transform((text) => (text.trim() === '' ? Number.NaN : Number(text)))
        .pipe(rule as z.ZodType<number, number>)
    case 'lines':
      return z
        .string()
        .superRefine((text, context) => {
          for (const line of linesOf(text)) {
            const problem = problemOf[field.name](line)
            if (problem !== undefined) context.addIssue({ code: 'custom', message: `${line}: ${problem}` })
          }
        })
        .transform(linesOf)
    case 'flag':
      return z.boolean().transform((isOn) => isOn !== (field.isNegated ?? false))
    case 'text':
    case 'choice':
      return rule
  }
}

/** The form of some settings; valid values are what the server is sent. */
export const settingsForm = (fields: readonly SettingField[]) =>
  z.object(Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)]))) as unknown as z.ZodType<
    Partial<z.infer<typeof AuthSettingFields>>,
    SettingInputs
  >

/** What the form shows of stored settings. */
export const inputsOf = (fields: readonly SettingField[], settings: AuthSettings): SettingInputs =>
  Object.fromEntries(
    fields.map((field) => {
      const value = settings[field.name]
      if (field.kind === 'flag') return [field.name, Boolean(value) !== (field.isNegated ?? false)]
      return [field.name, Array.isArray(value) ? value.join('\n') : String(value)]
    }),
  )
