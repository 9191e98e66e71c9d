import { authDefaults } from '@basalt/contract/auth/auth.rules.ts'
import type { AuthSettings, AuthSettingsChange } from '@basalt/contract/auth/auth.schema.ts'
import { expect, test } from 'vitest'
import { changedMeanwhile } from './changed-meanwhile.rules.ts'

const mail = (subject: string) => ({ subject, content: 'x' })
const theirInvite = { templates: { ...authDefaults.templates, invite: mail('Theirs') } }
const claims = { enabled: true, uri: 'pg-functions://postgres/public/claims' }

test.each<[string, AuthSettingsChange, Partial<AuthSettings>, string[]]>([
  ['the same setting', { jwt_exp: 60 }, { jwt_exp: 120 }, ['jwt_exp']],
  ['another setting', { jwt_exp: 60 }, { sessions_timebox: 3 }, []],
  ['the same setting in the same way', { jwt_exp: 60 }, { jwt_exp: 60 }, []],
  ['a list', { uri_allow_list: ['https://a'] }, { uri_allow_list: ['https://b'] }, ['uri_allow_list']],
  ['the same template', { templates: { invite: mail('Mine') } }, theirInvite, ['templates.invite']],
  ['another template', { templates: { recovery: mail('Mine') } }, theirInvite, []],
  [
    'a hook that was added',
    { hooks: { custom_access_token: { ...claims, uri: 'pg-functions://postgres/public/mine' } } },
    { hooks: { custom_access_token: { ...claims, has_secret: false } } },
    ['hooks.custom_access_token'],
  ],
])('a change meets a change of %s', (_what, change, theirs, expected) => {
  const current = { ...authDefaults, ...theirs }
  expect(changedMeanwhile(change, { seen: authDefaults, current })).toEqual(expected)
})
