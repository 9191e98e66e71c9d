import { type AuthSettings, SmsServiceChange } from '@basalt/contract/auth/auth.schema.ts'
import { z } from 'zod'
import { linesOf } from './auth-settings-form.schema.ts'

const { shape } = SmsServiceChange

export const SmsForm = z.object({
  ...shape,
  fields: z.string().transform(linesOf).pipe(shape.fields.unwrap()),
  secret: z.string().transform((text) => text.trim() || undefined),
})
export type SmsInputs = z.input<typeof SmsForm>

export const smsInputs = (stored: AuthSettings['sms']): SmsInputs => ({
  url: stored?.url ?? '',
  format: stored?.format ?? 'form',
  phone_field: stored?.phone_field ?? 'To',
  message_field: stored?.message_field ?? 'Body',
  fields: stored?.fields.join('\n') ?? '',
  secret: '',
})
