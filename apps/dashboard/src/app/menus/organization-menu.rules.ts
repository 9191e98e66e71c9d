import { given, type MenuContext, type MenuGroup } from './menu.port.ts'

export type OrganizationMenuKey =
  | 'projects'
  | 'team'
  | 'integrations'
  | 'usage'
  | 'billing'
  | 'organization-settings'

const LACKS_MFA = 'This organization requires two-factor authentication. Turn it on for your account first.'

/** The pages of an organization, in the order of the left rail. */
export function organizationMenu({
  offers,
  mayReadBilling,
  lacksMfa,
}: MenuContext): readonly MenuGroup<OrganizationMenuKey>[] {
  const entries: MenuGroup<OrganizationMenuKey>['entries'] = [
    { key: 'projects', label: 'Projects', route: '/org/$slug', pages: [''] },
    { key: 'team', label: 'Team', route: '/org/$slug/team' },
    { key: 'integrations', label: 'Integrations', route: '/org/$slug/integrations' },
    { key: 'usage', label: 'Usage', route: '/org/$slug/usage' },
    ...given(offers('billing:all') && mayReadBilling, {
      key: 'billing' as const,
      label: 'Billing',
      route: '/org/$slug/billing' as const,
    }),
    {
      key: 'organization-settings',
      label: 'Organization settings',
      route: '/org/$slug/general',
      pages: ['general', 'apps', 'audit', 'documents', 'security'],
    },
  ]
  return [{ entries: lacksMfa ? entries.map((entry) => ({ ...entry, reason: LACKS_MFA })) : entries }]
}
