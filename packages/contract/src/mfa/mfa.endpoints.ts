import { Profile } from '../access/access.schema.ts'
import { Done, endpoint } from '../endpoint.ts'
import { OrganizationParams } from '../organizations/organizations.schema.ts'
import {
  MfaAnswer,
  MfaEnrolment,
  MfaProof,
  MfaRequirement,
  MfaStatus,
  OrganizationMfa,
  RecoveryCodes,
  TotpProof,
} from './mfa.schema.ts'

export const verifyMfa = endpoint({
  name: 'verifyMfa',
  method: 'POST',
  path: '/platform/auth/mfa/verify',
  summary: 'Finish signing in with a code of the authenticator app, or a recovery code',
  body: MfaAnswer,
  response: Profile,
  audit: { title: 'Finish signing in with a code' },
})

export const getMfa = endpoint({
  name: 'getMfa',
  method: 'GET',
  path: '/platform/profile/mfa',
  summary: "Whether the caller's sign-in requires a code",
  response: MfaStatus,
})

export const startMfaEnrolment = endpoint({
  name: 'startMfaEnrolment',
  method: 'POST',
  path: '/platform/profile/mfa/enrolment',
  summary: 'Create a secret for an authenticator app; it takes effect once confirmed with a code',
  response: MfaEnrolment,
  status: 201,
  audit: { title: 'Start setting up multi-factor authentication' },
})

export const confirmMfaEnrolment = endpoint({
  name: 'confirmMfaEnrolment',
  method: 'POST',
  path: '/platform/profile/mfa/enrolment/confirm',
  summary: 'Turn multi-factor authentication on, end all other sessions and return the recovery codes',
  body: TotpProof,
  response: RecoveryCodes,
  audit: { title: 'Turn multi-factor authentication on' },
})

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/platform/profile/mfa/recovery-codes',
  summary: 'Replace all recovery codes',
  body: MfaProof,
  response: RecoveryCodes,
})

export const disableMfa = endpoint({
  name: 'disableMfa',
  method: 'POST',
  path: '/platform/profile/mfa/disable',
  summary: 'Turn multi-factor authentication off',
  body: MfaProof,
  response: Done,
})

export const getOrganizationMfa = endpoint({
  name: 'getOrganizationMfa',
  method: 'GET',
  path: '/platform/organizations/:slug/mfa',
  summary: 'Whether the organization requires multi-factor authentication, and how many members have it',
  params: OrganizationParams,
  response: OrganizationMfa,
})

export const updateOrganizationMfa = endpoint({
  name: 'updateOrganizationMfa',
  method: 'PUT',
  path: '/platform/organizations/:slug/mfa',
  summary: 'Require multi-factor authentication of the members, or stop requiring it',
  params: OrganizationParams,
  body: MfaRequirement,
  response: OrganizationMfa,
  audit: { title: 'Change whether multi-factor authentication is required', keeps: ['required'] },
})
