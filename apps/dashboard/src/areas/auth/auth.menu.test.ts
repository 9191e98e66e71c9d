import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import { expect, test } from 'vitest'
import { aMenuContext, linesOf, menuText } from '../../app/menus/menu-context.fixture.ts'
import { authMenu } from './auth.menu.ts'

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

test('the self-hosted edition keeps users and policies', () => {
  expect(menuText(authMenu(aMenuContext({ edition: 'self-hosted' })))).toEqual([
    ['# Manage', 'Users → /auth/users'],
    ['# Configuration', 'Policies → /auth/policies'],
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
