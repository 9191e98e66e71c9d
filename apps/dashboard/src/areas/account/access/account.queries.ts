import {
  changeEmail as changeEmailCall,
  changePassword as changePasswordCall,
  updateProfile as updateProfileCall,
} from '@basalt/contract/access/access.endpoints.ts'
import type { EmailChange, PasswordChange, ProfileChange } from '@basalt/contract/access/access.schema.ts'
import { mutationOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../api/call.ts'
import { replaceQueryData } from '../../../api/replace-query-data.ts'
import { accessQueries } from './access.queries.ts'

/** Errors are displayed in the form. */
export const updateProfile = mutationOptions({
  mutationFn: (body: z.input<typeof ProfileChange>) => call(updateProfileCall, { body }),
  onSuccess: (profile, _body, _result, { client }) =>
    replaceQueryData(client, accessQueries.profile().queryKey, profile),
})

/** Errors are displayed in the form. */
export const changeEmail = mutationOptions({
  mutationFn: (body: z.input<typeof EmailChange>) => call(changeEmailCall, { body }),
  onSuccess: async (profile, _body, _result, { client }) => {
    await replaceQueryData(client, accessQueries.profile().queryKey, profile)
    return client.invalidateQueries({ queryKey: accessQueries.sessions().queryKey })
  },
})

/** Errors are displayed in the form. */
export const changePassword = mutationOptions({
  mutationFn: (body: z.input<typeof PasswordChange>) => call(changePasswordCall, { body }),
  onSuccess: async (_done, _body, _result, { client }) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: accessQueries.sessions().queryKey }),
      client.invalidateQueries({ queryKey: accessQueries.tokens().queryKey }),
    ])
  },
})
