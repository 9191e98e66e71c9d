import { type FeatureKey, featureKeys } from '@basalt/contract/installation/features.rules.ts'
import { projectStatuses } from '@basalt/contract/projects/status.rules.ts'
import { expect, test } from 'vitest'
import { organizationMenu } from '../../areas/organization/organization.menu.ts'
import type { MenuContext, MenuEntry, MenuGroup } from './menu.port.ts'
import { aMenuContext } from './menu-context.fixture.ts'
import { productMenus } from './navigation.rules.ts'
import { projectMenu } from './project-menu.rules.ts'

type Menu = (context: MenuContext) => readonly MenuGroup[]
const menus: [string, Menu][] = [
  ['organization', organizationMenu],
  ['project', projectMenu],
  ...productMenus.map(({ section, menu }) => [section, menu] as [string, Menu]),
]

const disabledSets: readonly FeatureKey[][] = [[], ...featureKeys.map((key) => [key]), [...featureKeys]]
const yesAndNo = [true, false]

/** Permissions × flags × edition × status × MFA. */
const contexts = disabledSets.flatMap((disabled) =>
  (['platform', 'self-hosted'] as const).flatMap((edition) =>
    [...projectStatuses, undefined].flatMap((status) =>
      yesAndNo.flatMap((mayReadBilling) =>
        yesAndNo.map((lacksMfa) => ({
          disabled,
          context: aMenuContext({ disabled, edition, status, mayReadBilling, lacksMfa }),
        })),
      ),
    ),
  ),
)

const entriesOf = (menu: Menu, context: MenuContext): MenuEntry[] =>
  menu(context).flatMap(({ entries }) => [...entries])
const keysOf = (menu: Menu, context: MenuContext) => entriesOf(menu, context).map(({ key }) => key)

test.each(menus)('whatever is disabled, the %s menu keeps its order and gains no line', (_name, menu) => {
  expect(contexts.length).toBeGreaterThan(2000)
  const everything = keysOf(menu, aMenuContext())
  expect(new Set(everything).size).toBe(everything.length)
  for (const { context } of contexts) {
    const left = keysOf(menu, context)
    expect(left).toEqual(everything.filter((key) => left.includes(key)))
  }
})

test.each(menus)('only missing MFA disables lines, and only in the organization menu: %s', (name, menu) => {
  for (const { context } of contexts)
    for (const { reason } of entriesOf(menu, context))
      expect(reason !== undefined).toBe(name === 'organization' && context.lacksMfa)
})

test.each(menus)(
  'lines of the %s menu link to the overview only while the project is coming up',
  (name, menu) => {
    for (const { context } of contexts) {
      // In the self-hosted edition, the SQL editor and the settings have their own URLs but are the same pages.
      // All sources of logs are one route, and so are the built-in reports.
      const moved = entriesOf(menu, context).filter(
        ({ leadsTo = '' }) =>
          !/^$|\/sql\/1$|\/settings\/api-keys$|\/logs\/[a-z]+-logs$|\/reports\/[a-z]+$/.test(leadsTo),
      )
      expect(moved.every(({ leadsTo }) => leadsTo === '/project/$ref')).toBe(true)
      const mayMove = context.status === 'COMING_UP' && (name === 'project' || name === 'settings')
      expect(moved.length > 0).toBe(mayMove)
    }
  },
)

test.each(menus)('the %s menu links to billing only for users who may read it', (_name, menu) => {
  for (const { context, disabled } of contexts) {
    const leads = entriesOf(menu, context).some(({ route }) => route === '/org/$slug/billing')
    if (leads) expect(context.mayReadBilling && !disabled.includes('billing:all')).toBe(true)
  }
})
