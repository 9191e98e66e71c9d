import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import { expect, test } from 'vitest'
import { aMenuContext, linesOf, menuText } from '../../app/menus/menu-context.fixture.ts'
import { authMenu, disabledAuthPage } from './auth.menu.ts'

test('authentication on the platform', () => {
  expect(menuText(authMenu(aMenuContext()))).toEqual([
    ['# Manage', 'Users → /auth/users', 'Quick start → /auth/quick-start'],
    [
      '# Configuration',
      'Policies → /auth/policies',
      'Sign In / Providers → /auth/providers',
      'Sessions → /auth/sessions',
      'Rate Limits → /auth/rate-limits',
      'Emails → /auth/templates',
      'Multi-Factor → /auth/mfa',
      'URL Configuration → /auth/url-configuration',
      'Attack Protection → /auth/protection',
      'Auth Hooks → /auth/hooks [BETA]',
      'Audit Logs → /auth/audit-logs [BETA]',
      'Advanced → /auth/advanced',
    ],
  ])
})

test('the self-hosted edition keeps users, policies, and the inbox among the emails', () => {
  expect(menuText(authMenu(aMenuContext({ edition: 'self-hosted' })))).toEqual([
    ['# Manage', 'Users → /auth/users'],
    ['# Configuration', 'Policies → /auth/policies', 'Emails → /auth/templates'],
  ])
})

test('the overview comes first once its preview is enabled', () => {
  const [manage] = menuText(authMenu(aMenuContext({ previews: new Set(['auth-overview']) })))
  expect(manage).toEqual([
    '# Manage',
    'Overview → /auth/overview',
    'Users → /auth/users',
    'Quick start → /auth/quick-start',
  ])
})

test.each<[FeatureKey, string]>([
  ['authentication:policies', 'Policies'],
  ['authentication:sign_in_providers', 'Sign In / Providers'],
  ['authentication:rate_limits', 'Rate Limits'],
  ['authentication:emails', 'Emails'],
  ['authentication:multi_factor', 'Multi-Factor'],
  ['authentication:attack_protection', 'Attack Protection'],
  ['authentication:performance', 'Advanced'],
])('without %s there is no %s', (feature, label) => {
  const all = linesOf(authMenu(aMenuContext()))
  const left = linesOf(authMenu(aMenuContext({ disabled: [feature] })))
  expect(left).toEqual(all.filter((line) => !line.startsWith(`${label} →`)))
  expect(left.length).toBe(all.length - 1)
})

test.each<[FeatureKey, string, string]>([
  ['project_auth:all', 'users', 'Authentication'],
  ['authentication:policies', 'policies', 'Policies'],
  ['authentication:sign_in_providers', 'providers', 'Sign In / Providers'],
  ['authentication:sign_in_providers', 'third-party', 'Sign In / Providers'],
  ['authentication:third_party_auth', 'third-party', 'Third-party tokens'],
  ['authentication:rate_limits', 'rate-limits', 'Rate Limits'],
  ['authentication:emails', 'smtp', 'Emails'],
  ['authentication:multi_factor', 'mfa', 'Multi-Factor'],
  ['authentication:attack_protection', 'protection', 'Attack Protection'],
  ['authentication:performance', 'advanced', 'Advanced'],
])('without %s the address %s tells that %s is disabled', (feature, page, label) => {
  expect(disabledAuthPage(page, (one) => one !== feature)).toMatchObject({ label, feature })
  expect(disabledAuthPage(page, () => true)).toBeUndefined()
})

test('a flag that is off leaves the other pages alone', () => {
  expect(disabledAuthPage('users', (one) => one !== 'authentication:policies')).toBeUndefined()
})
