import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import { expect, test } from 'vitest'
import { aMenuContext, linesOf, menuText } from './menu-context.fixture.ts'
import { settingsMenu } from './settings-menu.rules.ts'

test('the settings of a project on the platform', () => {
  expect(menuText(settingsMenu(aMenuContext()))).toEqual([
    [
      '# Project Settings',
      'General → /settings/general',
      'Compute and Disk → /settings/compute-and-disk',
      'Infrastructure → /settings/infrastructure',
      'Integrations → /settings/integrations',
      'Data API → /settings/api',
      'API Keys → /settings/api-keys [NEW]',
      'JWT Keys → /settings/jwt [NEW]',
      'Log Drains → /settings/log-drains',
      'Add Ons → /settings/addons',
      'Vault → /integrations/vault/overview [ALPHA] ↗',
    ],
    [
      '# Configuration',
      'Database → /database/settings ↗',
      'Authentication → /auth/providers ↗',
      'Storage → /storage/settings ↗',
      'Edge Functions → /functions/secrets ↗',
    ],
    ['# Billing', 'Subscription → org/billing ↗', 'Usage → org/usage?projectRef=$ref ↗'],
  ])
})

test('the self-hosted edition has only the settings of the project itself', () => {
  expect(menuText(settingsMenu(aMenuContext({ edition: 'self-hosted' })))).toEqual([
    [
      '# Project Settings',
      'General → /settings/general',
      'Infrastructure → /settings/infrastructure',
      'Data API → /settings/api',
      'API Keys → /settings/api-keys [NEW]',
      'JWT Keys → /settings/jwt [NEW]',
      'Log Drains → /settings/log-drains',
      'Add Ons → /settings/addons',
      'Vault → /integrations/vault/overview [ALPHA] ↗',
    ],
    ['# Configuration', 'Database → /database/settings ↗'],
    ['# Billing'],
  ])
})

const all = linesOf(settingsMenu(aMenuContext()))

test.each<[FeatureKey, string]>([
  ['project_auth:all', 'Authentication'],
  ['project_storage:all', 'Storage'],
  ['project_edge_function:all', 'Edge Functions'],
  ['project_settings:log_drains', 'Log Drains'],
  ['billing:all', 'Subscription'],
])('without %s there is no %s', (feature, label) => {
  const left = linesOf(settingsMenu(aMenuContext({ disabled: [feature] })))
  expect(left).toEqual(all.filter((line) => !line.startsWith(`${label} →`)))
  expect(left.length).toBe(all.length - 1)
})

test('a member without access to billing sees only the usage', () => {
  const [, , billing] = menuText(settingsMenu(aMenuContext({ mayReadBilling: false })))
  expect(billing).toEqual(['# Billing', 'Usage → org/usage?projectRef=$ref ↗'])
})

test.each<[FeatureKey, string]>([
  ['authentication:sign_in_providers', 'Authentication → /auth/policies ↗'],
  ['project_settings:legacy_jwt_keys', 'JWT Keys → /settings/jwt/signing-keys [NEW]'],
])('without %s the line links to another page', (feature, line) => {
  expect(all).not.toContain(line)
  expect(linesOf(settingsMenu(aMenuContext({ disabled: [feature] })))).toContain(line)
})

test('while a project is coming up, lines that need its database link to the overview', () => {
  const lines = linesOf(settingsMenu(aMenuContext({ status: 'COMING_UP' })))
  expect(lines.filter((line) => !all.includes(line))).toEqual([
    'Infrastructure → /',
    'Data API → /',
    'Vault → / [ALPHA] ↗',
    'Database → / ↗',
  ])
})
