import { NewAuthUser } from '@basalt/contract/auth/auth.schema.ts'
import { z } from 'zod'

const optionalText = z.string().transform((text) => text.trim() || undefined)

/** The form of a new user. Its valid values are what the server is sent. */
export const NewUserForm = z
  .object({
    email: optionalText,
    phone: optionalText,
    password: z.string(),
    is_confirmed: z.boolean(),
  })
  .transform(
    ({ is_confirmed, ...user }): z.input<typeof NewAuthUser> => ({
      ...user,
      email_confirm: is_confirmed,
      phone_confirm: is_confirmed,
    }),
  )
  .pipe(NewAuthUser)
export type NewUserInputs = z.input<typeof NewUserForm>

export const newUserInputs: NewUserInputs = { email: '', phone: '', password: '', is_confirmed: true }
