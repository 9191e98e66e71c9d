import {
  confirmMfaEnrolment,
  disableMfa as disableMfaCall,
  getMfa,
  getOrganizationMfa,
  renewRecoveryCodes as renewRecoveryCodesCall,
  startMfaEnrolment,
  updateOrganizationMfa,
} from '@basalt/contract/mfa/mfa.endpoints.ts'
import { MFA_REQUIRED } from '@basalt/contract/mfa/mfa.rules.ts'
import type { MfaStatus } from '@basalt/contract/mfa/mfa.schema.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { failedWith } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { replaceQueryData } from '../../../api/replace-query-data.ts'
import { organizationQueries } from '../../organization/organizations/organizations.queries.ts'

export const mfaQueries = {
  all: ['mfa'] as const,
  status: () =>
    queryOptions({
      queryKey: [...mfaQueries.all, 'status'],
      queryFn: ({ signal }) => call(getMfa, {}, signal),
    }),
  organization: (slug: string) =>
    queryOptions({
      queryKey: [...mfaQueries.all, 'organization', slug],
      queryFn: ({ signal }) => call(getOrganizationMfa, { params: { slug } }, signal),
    }),
}

/** Whether the error is from an organization that requires MFA. */
export const isMfaRefusal = (error: unknown) =>
  failedWith(error, 'forbidden') && error.body.details?.reason === MFA_REQUIRED

/** Whether an organization requires MFA and the user has not set it up. False until both are loaded. */
export const lacksMfa = (
  organization: Pick<Organization, 'organization_requires_mfa'> | undefined,
  status: MfaStatus | undefined,
) => organization?.organization_requires_mfa === true && status?.enrolled_at === null

export const startEnrolment = mutationOptions({
  mutationFn: () => call(startMfaEnrolment, {}),
  meta: { errorTitle: 'Failed to start setting up multi-factor authentication' },
})

/** Refetches everything, because access to organizations that require MFA is restored. */
export const confirmEnrolment = mutationOptions({
  mutationFn: (body: { code: string }) => call(confirmMfaEnrolment, { body }),
  onSuccess: (_codes, _body, _result, { client }) => {
    client.invalidateQueries()
  },
})

export const renewRecoveryCodes = mutationOptions({
  mutationFn: (body: { code: string }) => call(renewRecoveryCodesCall, { body }),
  onSuccess: (_codes, _body, _result, { client }) =>
    client.invalidateQueries({ queryKey: mfaQueries.status().queryKey }),
})

export const disableMfa = mutationOptions({
  mutationFn: (body: { code: string }) => call(disableMfaCall, { body }),
  onSuccess: (_done, _body, _result, { client }) => client.invalidateQueries({ queryKey: mfaQueries.all }),
})

export const requireMfa = mutationOptions({
  mutationFn: ({ slug, required }: { slug: string; required: boolean }) =>
    call(updateOrganizationMfa, { params: { slug }, body: { required } }),
  onSuccess: async (requirement, { slug }, _result, { client }) => {
    await replaceQueryData(client, mfaQueries.organization(slug).queryKey, requirement)
    return client.invalidateQueries({ queryKey: organizationQueries.all })
  },
})
