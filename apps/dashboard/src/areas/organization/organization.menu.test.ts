import { expect, test } from 'vitest'
import { aMenuContext, linesOf } from '../../app/menus/menu-context.fixture.ts'
import { organizationMenu } from './organization.menu.ts'

const all = [
  'Projects → org',
  'Team → org/team',
  'Integrations → org/integrations',
  'Usage → org/usage',
  'Billing → org/billing',
  'Organization settings → org/general',
]
const withoutBilling = all.filter((line) => !line.startsWith('Billing'))

test.each([
  ['a member with all permissions', {}, all],
  ['a member without access to billing', { mayReadBilling: false }, withoutBilling],
  ['an installation without billing', { disabled: ['billing:all' as const] }, withoutBilling],
  ['a member without MFA', { lacksMfa: true }, all.map((line) => `${line} (disabled)`)],
])('%s sees these pages of an organization', (_who, change, lines) => {
  expect(linesOf(organizationMenu(aMenuContext(change)))).toEqual(lines)
})
