import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { MfaChallenge } from '../mfa/mfa.schema.ts'
import {
  AccessToken,
  CreatedAccessToken,
  EmailChange,
  NewAccessToken,
  PasswordChange,
  PasswordReset,
  Profile,
  ProfileChange,
  ResetLink,
  ResetLinkRequest,
  ResetMailRequest,
  Session,
  SignIn,
  SignUp,
} from './access.schema.ts'

export const signUp = endpoint({
  name: 'signUp',
  method: 'POST',
  path: '/platform/auth/sign-up',
  summary:
    'Create an account and sign in. The first account needs the set-up token that the terminal shows; while sign-up is off, later ones need an invitation',
  body: SignUp,
  response: Profile,
  status: 201,
  audit: { title: 'Create an account' },
})

export const signIn = endpoint({
  name: 'signIn',
  method: 'POST',
  path: '/platform/auth/sign-in',
  summary:
    'Sign in; the session is an HttpOnly cookie. An account with multi-factor authentication gets a challenge instead',
  body: SignIn,
  response: z.union([Profile, MfaChallenge]),
  audit: { title: 'Sign in' },
})

export const createResetLink = endpoint({
  name: 'createResetLink',
  method: 'POST',
  path: '/platform/auth/reset-links',
  summary: 'Create a one-time link that sets a new password, for a program that can read the key file',
  body: ResetLinkRequest,
  response: ResetLink,
  status: 201,
  audit: { title: 'Create a password reset link', keeps: ['email'] },
})

export const sendResetMail = endpoint({
  name: 'sendResetMail',
  method: 'POST',
  path: '/platform/auth/forgot-password',
  summary:
    'Mail a one-time link that sets a new password. The answer does not tell whether the account exists',
  body: ResetMailRequest,
  response: Done,
  audit: { title: 'Ask for a password reset mail', keeps: ['email'] },
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/platform/auth/reset-password',
  summary: 'Set a new password with the token of a one-time link; ends all sessions of the account',
  body: PasswordReset,
  response: Done,
  audit: { title: 'Reset the password' },
})

export const signOut = endpoint({
  name: 'signOut',
  method: 'POST',
  path: '/platform/auth/sign-out',
  summary: 'End the session of this cookie',
  response: Done,
  audit: { title: 'Sign out' },
})

export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/platform/profile',
  summary: "The caller's profile",
  response: Profile,
})

export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'PATCH',
  path: '/platform/profile',
  summary: "Change the caller's display name",
  body: ProfileChange,
  response: Profile,
  audit: { title: 'Change the profile', keeps: ['display_name'] },
})

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'PUT',
  path: '/platform/profile/password',
  summary:
    "Change the caller's password, given the current one. Revokes all access tokens; can end all other sessions",
  body: PasswordChange,
  response: Done,
  audit: { title: 'Change the password', keeps: ['end_other_sessions'] },
})

export const changeEmail = endpoint({
  name: 'changeEmail',
  method: 'PUT',
  path: '/platform/profile/email',
  summary: "Change the caller's sign-in address, given the password; ends all other sessions",
  body: EmailChange,
  response: Profile,
  audit: { title: 'Change the email address', keeps: ['email'] },
})

export const listAccessTokens = endpoint({
  name: 'listAccessTokens',
  method: 'GET',
  path: '/platform/profile/access-tokens',
  summary: "The caller's personal access tokens, newest first",
  response: z.array(AccessToken),
})

export const createAccessToken = endpoint({
  name: 'createAccessToken',
  method: 'POST',
  path: '/platform/profile/access-tokens',
  summary: 'Create a personal access token, which only this response shows. Needs a browser session',
  body: NewAccessToken,
  response: CreatedAccessToken,
  status: 201,
  audit: { keeps: ['name', 'access', 'organization_slug', 'project_ref', 'expires_in_days'] },
})

export const deleteAccessToken = endpoint({
  name: 'deleteAccessToken',
  method: 'DELETE',
  path: '/platform/profile/access-tokens/:id',
  summary: 'Revoke a personal access token',
  params: z.object({ id: z.uuid() }),
  response: Done,
})

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/platform/profile/sessions',
  summary: "The caller's sessions, the current one first, then by last use",
  response: z.array(Session),
})

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/platform/profile/sessions/:id',
  summary: 'Sign out one session',
  params: z.object({ id: z.uuid() }),
  response: Done,
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/platform/profile/sessions',
  summary: 'Sign out all other sessions; can also revoke all access tokens',
  query: z.object({ access_tokens: z.enum(['keep', 'revoke']).default('keep') }),
  response: Done,
})
