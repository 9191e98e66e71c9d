import { Blocks, Boxes, ChartArea, ReceiptText, Settings, Users } from 'lucide-react'
import { given, type MenuContext, type MenuGroup, type RailEntry } from '../../app/menus/menu.port.ts'

const LACKS_MFA = 'This organization requires two-factor authentication. Turn it on for your account first.'

/** The pages of an organization, in the order of the left rail. */
export function organizationMenu({
  offers,
  mayReadBilling,
  lacksMfa,
}: MenuContext): readonly MenuGroup<RailEntry>[] {
  const entries: readonly RailEntry[] = [
    { key: 'projects', label: 'Projects', icon: Boxes, letter: 'p', route: '/org/$slug', pages: [''] },
    { key: 'team', label: 'Team', icon: Users, letter: 'm', route: '/org/$slug/team' },
    {
      key: 'integrations',
      label: 'Integrations',
      icon: Blocks,
      letter: 'j',
      route: '/org/$slug/integrations',
    },
    { key: 'usage', label: 'Usage', icon: ChartArea, letter: 'u', route: '/org/$slug/usage' },
    ...given<RailEntry>(offers('billing:all') && mayReadBilling, {
      key: 'billing',
      label: 'Billing',
      icon: ReceiptText,
      letter: 'y',
      route: '/org/$slug/billing',
    }),
    {
      key: 'organization-settings',
      label: 'Organization settings',
      icon: Settings,
      letter: 'z',
      route: '/org/$slug/general',
      pages: ['general', 'apps', 'audit', 'documents', 'security'],
    },
  ]
  return [{ entries: lacksMfa ? entries.map((entry) => ({ ...entry, reason: LACKS_MFA })) : entries }]
}
