import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { MfaChallenge } from '../mfa/mfa.schema.ts'
import {
  AccessToken,
  CreatedAccessToken,
  EmailChange,
  NewAccessToken,
  PasswordChange,
  Profile,
  ProfileChange,
  Session,
  SignIn,
  SignUp,
} from './access.schema.ts'

export const signUp = endpoint({
  name: 'signUp',
  method: 'POST',
  path: '/platform/auth/sign-up',
  summary:
    'Make an account and sign in. The first one needs the set-up token that the terminal shows; where sign-up is off, others need an invitation',
  body: SignUp,
  response: Profile,
  status: 201,
  audit: { title: 'Make an account' },
})

export const signIn = endpoint({
  name: 'signIn',
  method: 'POST',
  path: '/platform/auth/sign-in',
  summary:
    'Sign in; the session travels in an HttpOnly cookie. With multi-factor authentication a code is asked for',
  body: SignIn,
  response: z.union([Profile, MfaChallenge]),
  audit: { title: 'Sign in' },
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
  summary: 'Who is calling',
  response: Profile,
})

export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'PATCH',
  path: '/platform/profile',
  summary: 'Change what the caller is called',
  body: ProfileChange,
  response: Profile,
  audit: { title: 'Change the profile', keeps: ['display_name'] },
})

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'PUT',
  path: '/platform/profile/password',
  summary: 'Change the password of the caller, who has to know the current one; can end all other sessions',
  body: PasswordChange,
  response: Done,
  audit: { title: 'Change the password', keeps: ['end_other_sessions'] },
})

export const changeEmail = endpoint({
  name: 'changeEmail',
  method: 'PUT',
  path: '/platform/profile/email',
  summary:
    'Change the address that the caller signs in with, who has to know the password; ends all other sessions',
  body: EmailChange,
  response: Profile,
  audit: { title: 'Change the e-mail address', keeps: ['email'] },
})

export const listAccessTokens = endpoint({
  name: 'listAccessTokens',
  method: 'GET',
  path: '/platform/profile/access-tokens',
  summary: 'The personal access tokens of the caller, newest first',
  response: z.array(AccessToken),
})

export const createAccessToken = endpoint({
  name: 'createAccessToken',
  method: 'POST',
  path: '/platform/profile/access-tokens',
  summary: 'Make a personal access token; the answer is the only time it is shown',
  body: NewAccessToken,
  response: CreatedAccessToken,
  status: 201,
  audit: { keeps: ['name'] },
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
  summary: 'Where the caller is signed in, this session first, then by last use',
  response: z.array(Session),
})

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/platform/profile/sessions/:id',
  summary: 'Sign one session out',
  params: z.object({ id: z.uuid() }),
  response: Done,
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/platform/profile/sessions',
  summary: 'Sign out everywhere but here',
  response: Done,
})
