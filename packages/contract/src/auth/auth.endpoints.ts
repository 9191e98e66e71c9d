import { z } from 'zod'
import { Email } from '../access/access.schema.ts'
import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  ActingAs,
  ActingClaims,
  ActingToken,
  AuthAuditPage,
  AuthAuditQuery,
  AuthIdentityParams,
  AuthMails,
  AuthOverview,
  AuthOverviewQuery,
  AuthPasskeyParams,
  AuthSessionParams,
  AuthSettings,
  AuthSettingsChange,
  AuthUser,
  AuthUserChange,
  AuthUserDetail,
  AuthUserIds,
  AuthUserParams,
  AuthUsersPage,
  AuthUsersQuery,
  NewAuthUser,
  NewSsoProvider,
  SamlKey,
  SamlKeyParams,
  SsoProvider,
  SsoProviderChange,
  SsoProviderParams,
  SsoProviders,
  TestMailOutcome,
} from './auth.schema.ts'

export const getAuthSettings = endpoint({
  name: 'getAuthSettings',
  method: 'GET',
  path: '/platform/auth/:ref/config',
  summary: "How users of the project's apps sign up and in",
  params: ProjectParams,
  response: AuthSettings,
})

export const updateAuthSettings = endpoint({
  name: 'updateAuthSettings',
  method: 'PATCH',
  path: '/platform/auth/:ref/config',
  summary: 'Change how users sign up and in; omitted fields stay unchanged',
  params: ProjectParams,
  body: AuthSettingsChange,
  response: AuthSettings,
  audit: { title: 'Change authentication settings', keeps: ['site_url', 'uri_allow_list', 'disable_signup'] },
})

export const listAuthUsers = endpoint({
  name: 'listAuthUsers',
  method: 'GET',
  path: '/platform/auth/:ref/users',
  summary: "A page of the users of the project's apps",
  params: ProjectParams,
  query: AuthUsersQuery,
  response: AuthUsersPage,
})

export const listAuthAudit = endpoint({
  name: 'listAuthAudit',
  method: 'GET',
  path: '/platform/auth/:ref/audit',
  summary: "What the users of the project's apps did, newest first",
  params: ProjectParams,
  query: AuthAuditQuery,
  response: AuthAuditPage,
})

export const getAuthOverview = endpoint({
  name: 'getAuthOverview',
  method: 'GET',
  path: '/platform/auth/:ref/overview',
  summary: 'How many people signed up and in on each of the last days',
  params: ProjectParams,
  query: AuthOverviewQuery,
  response: AuthOverview,
})

export const getAuthUser = endpoint({
  name: 'getAuthUser',
  method: 'GET',
  path: '/platform/auth/:ref/users/:id',
  summary: 'A user with identities, factors and sessions',
  params: AuthUserParams,
  response: AuthUserDetail,
})

export const createAuthUser = endpoint({
  name: 'createAuthUser',
  method: 'POST',
  path: '/platform/auth/:ref/users',
  summary: 'Create a user with an email address or a phone number, and a password',
  params: ProjectParams,
  body: NewAuthUser,
  response: AuthUser,
  status: 201,
  audit: { title: 'Create a user of the apps', keeps: ['email', 'phone'] },
})

export const updateAuthUser = endpoint({
  name: 'updateAuthUser',
  method: 'PATCH',
  path: '/platform/auth/:ref/users/:id',
  summary: 'Ban a user, or end a ban; the sessions of a banned user end',
  params: AuthUserParams,
  body: AuthUserChange,
  response: AuthUser,
  audit: { title: 'Ban a user of the apps, or end a ban', keeps: ['ban_hours'] },
})

export const deleteAuthUser = endpoint({
  name: 'deleteAuthUser',
  method: 'DELETE',
  path: '/platform/auth/:ref/users/:id',
  summary: 'Delete a user with sessions, identities and factors',
  params: AuthUserParams,
  response: Done,
  audit: { title: 'Delete a user of the apps' },
})

export const deleteAuthUsers = endpoint({
  name: 'deleteAuthUsers',
  method: 'POST',
  path: '/platform/auth/:ref/users/delete',
  summary: 'Delete several users in one transaction',
  params: ProjectParams,
  body: AuthUserIds,
  response: z.object({ deleted: z.number().int() }),
  audit: { title: 'Delete users of the apps', keeps: ['ids'] },
})

export const getActingClaims = endpoint({
  name: 'getActingClaims',
  method: 'POST',
  path: '/platform/auth/:ref/users/:id/claims',
  summary: 'The claims of a token that a user would get now; runs the hook that changes them',
  params: AuthUserParams,
  body: ActingAs,
  response: ActingClaims,
  audit: { title: 'Read the claims of a user of the apps', keeps: ['aal'] },
})

export const issueActingToken = endpoint({
  name: 'issueActingToken',
  method: 'POST',
  path: '/platform/auth/:ref/users/:id/token',
  summary: 'A token to call the Data API and storage as a user, valid for a quarter of an hour',
  params: AuthUserParams,
  body: ActingAs,
  response: ActingToken,
  audit: { title: 'Act as a user of the apps', keeps: ['aal'] },
})

export const endAuthSession = endpoint({
  name: 'endAuthSession',
  method: 'DELETE',
  path: '/platform/auth/:ref/users/:id/sessions/:session',
  summary: 'End one session of a user; its access token stays valid until it expires',
  params: AuthSessionParams,
  response: Done,
  audit: { title: 'End a session of a user of the apps' },
})

export const deleteAuthFactors = endpoint({
  name: 'deleteAuthFactors',
  method: 'DELETE',
  path: '/platform/auth/:ref/users/:id/factors',
  summary: 'Remove all second factors of a user',
  params: AuthUserParams,
  response: Done,
  audit: { title: 'Remove the second factors of a user of the apps' },
})

/** Whom a mail goes to. */
const Recipient = z.strictObject({ email: Email })

export const inviteAuthUser = endpoint({
  name: 'inviteAuthUser',
  method: 'POST',
  path: '/platform/auth/:ref/invite',
  summary: 'Send an invitation by mail; creates the user',
  params: ProjectParams,
  body: Recipient,
  response: Done,
  audit: { keeps: ['email'] },
})

export const sendMagicLink = endpoint({
  name: 'sendMagicLink',
  method: 'POST',
  path: '/platform/auth/:ref/magiclink',
  summary: 'Send a user a link to sign in with',
  params: ProjectParams,
  body: Recipient,
  response: Done,
  audit: { keeps: ['email'] },
})

export const sendOneTimeCode = endpoint({
  name: 'sendOneTimeCode',
  method: 'POST',
  path: '/platform/auth/:ref/otp',
  summary: 'Send a user a code to sign in with',
  params: ProjectParams,
  body: Recipient,
  response: Done,
  audit: { keeps: ['email'] },
})

export const sendRecovery = endpoint({
  name: 'sendRecovery',
  method: 'POST',
  path: '/platform/auth/:ref/recover',
  summary: 'Send a user a link to set a new password',
  params: ProjectParams,
  body: Recipient,
  response: Done,
  audit: { keeps: ['email'] },
})

export const listAuthMails = endpoint({
  name: 'listAuthMails',
  method: 'GET',
  path: '/platform/auth/:ref/mails',
  summary: 'The newest mails to users: all of them, or without a mail server what would have been sent',
  params: ProjectParams,
  response: AuthMails,
  audit: { title: 'Read the mail to users of the apps', reveals: true },
})

export const sendTestMail = endpoint({
  name: 'sendTestMail',
  method: 'POST',
  path: '/platform/auth/:ref/mails/test',
  summary: 'Send a test mail the way that mail to users goes, and report why it was not accepted',
  params: ProjectParams,
  body: Recipient,
  response: TestMailOutcome,
  audit: { keeps: ['email'] },
})

export const clearAuthMails = endpoint({
  name: 'clearAuthMails',
  method: 'DELETE',
  path: '/platform/auth/:ref/mails',
  summary: 'Delete all mail of the inbox; mail that waits for the mail server is not sent',
  params: ProjectParams,
  response: Done,
  audit: { title: 'Empty the inbox of the users' },
})

export const listSsoProviders = endpoint({
  name: 'listSsoProviders',
  method: 'GET',
  path: '/platform/auth/:ref/sso-providers',
  summary: "The identity providers of companies whose people sign in to the project's apps",
  params: ProjectParams,
  response: SsoProviders,
})

export const createSsoProvider = endpoint({
  name: 'createSsoProvider',
  method: 'POST',
  path: '/platform/auth/:ref/sso-providers',
  summary: 'Add an identity provider by its metadata',
  params: ProjectParams,
  body: NewSsoProvider,
  response: SsoProvider,
  status: 201,
  audit: { title: 'Add an identity provider', keeps: ['metadata_url', 'domains'] },
})

export const updateSsoProvider = endpoint({
  name: 'updateSsoProvider',
  method: 'PATCH',
  path: '/platform/auth/:ref/sso-providers/:id',
  summary: 'Change an identity provider; omitted fields stay unchanged',
  params: SsoProviderParams,
  body: SsoProviderChange,
  response: SsoProvider,
  audit: { title: 'Change an identity provider', keeps: ['metadata_url', 'domains', 'disabled'] },
})

export const deleteSsoProvider = endpoint({
  name: 'deleteSsoProvider',
  method: 'DELETE',
  path: '/platform/auth/:ref/sso-providers/:id',
  summary: 'Remove an identity provider; its users are signed out and can no longer sign in',
  params: SsoProviderParams,
  response: Done,
  audit: { title: 'Remove an identity provider' },
})

export const listSamlKeys = endpoint({
  name: 'listSamlKeys',
  method: 'GET',
  path: '/platform/auth/:ref/saml-keys',
  summary:
    'The keys with which the project signs SAML requests and decrypts answers; none before SAML was used',
  params: ProjectParams,
  response: z.array(SamlKey),
})

export const createSamlKey = endpoint({
  name: 'createSamlKey',
  method: 'POST',
  path: '/platform/auth/:ref/saml-keys',
  summary: 'Create a key for SAML on standby, which the metadata publish; a project has at most one of them',
  params: ProjectParams,
  response: SamlKey,
  status: 201,
  audit: { title: 'Create a key for SAML' },
})

export const rotateSamlKeys = endpoint({
  name: 'rotateSamlKeys',
  method: 'POST',
  path: '/platform/auth/:ref/saml-keys/rotate',
  summary: 'Sign SAML requests with the key on standby; the one before still decrypts answers',
  params: ProjectParams,
  response: z.array(SamlKey),
  audit: { title: 'Rotate the keys for SAML' },
})

export const deleteSamlKey = endpoint({
  name: 'deleteSamlKey',
  method: 'DELETE',
  path: '/platform/auth/:ref/saml-keys/:status',
  summary: 'Delete the key for SAML that is on standby or was used before',
  params: SamlKeyParams,
  response: Done,
  audit: { title: 'Delete a key for SAML' },
})

export const deleteAuthPasskey = endpoint({
  name: 'deleteAuthPasskey',
  method: 'DELETE',
  path: '/platform/auth/:ref/users/:id/passkeys/:passkey',
  summary: 'Remove a passkey of a user',
  params: AuthPasskeyParams,
  response: Done,
  audit: { title: 'Remove a passkey of a user of the apps' },
})

export const deleteAuthIdentity = endpoint({
  name: 'deleteAuthIdentity',
  method: 'DELETE',
  path: '/platform/auth/:ref/users/:id/identities/:identity',
  summary: 'Remove one of several ways in which a user signs in; sessions that began with it stay',
  params: AuthIdentityParams,
  response: Done,
  audit: { title: 'Remove a way to sign in of a user of the apps' },
})
