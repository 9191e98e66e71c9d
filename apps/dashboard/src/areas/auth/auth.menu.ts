import type { FeatureKey } from '@basalt/contract/installation/features.rules.ts'
import { LockKeyhole } from 'lucide-react'
import {
  given,
  type MenuContext,
  type MenuEntry,
  type MenuGroup,
  type RailEntry,
} from '../../app/menus/menu.port.ts'

export const authLine = ({ previews }: MenuContext): RailEntry => ({
  key: 'auth',
  label: 'Authentication',
  icon: LockKeyhole,
  letter: 'a',
  route: previews.has('auth-overview') ? '/project/$ref/auth/overview' : '/project/$ref/auth/users',
})

/** Entries of the platform edition only, each with the feature flag that can disable it. */
const platformEntries: readonly (MenuEntry & { feature?: FeatureKey })[] = [
  {
    key: 'providers',
    label: 'Sign In / Providers',
    route: '/project/$ref/auth/providers',
    pages: ['providers', 'third-party'],
    feature: 'authentication:sign_in_providers',
  },
  { key: 'sessions', label: 'Sessions', route: '/project/$ref/auth/sessions' },
  {
    key: 'rate-limits',
    label: 'Rate Limits',
    route: '/project/$ref/auth/rate-limits',
    feature: 'authentication:rate_limits',
  },
  {
    key: 'templates',
    label: 'Emails',
    route: '/project/$ref/auth/templates',
    pages: ['templates', 'smtp'],
    feature: 'authentication:emails',
  },
  {
    key: 'mfa',
    label: 'Multi-Factor',
    route: '/project/$ref/auth/mfa',
    feature: 'authentication:multi_factor',
  },
  { key: 'url-configuration', label: 'URL Configuration', route: '/project/$ref/auth/url-configuration' },
  {
    key: 'protection',
    label: 'Attack Protection',
    route: '/project/$ref/auth/protection',
    feature: 'authentication:attack_protection',
  },
  { key: 'hooks', label: 'Auth Hooks', route: '/project/$ref/auth/hooks', badge: 'BETA' },
  { key: 'audit-logs', label: 'Audit Logs', route: '/project/$ref/auth/audit-logs', badge: 'BETA' },
  {
    key: 'advanced',
    label: 'Advanced',
    route: '/project/$ref/auth/advanced',
    feature: 'authentication:performance',
  },
]

/** The menu of a project's Authentication section. */
export function authMenu({ edition, offers, previews }: MenuContext): readonly MenuGroup[] {
  const configurable = edition === 'platform' ? platformEntries : []
  return [
    {
      title: 'Manage',
      entries: [
        ...given<MenuEntry>(previews.has('auth-overview'), {
          key: 'overview',
          label: 'Overview',
          route: '/project/$ref/auth/overview',
        }),
        { key: 'users', label: 'Users', route: '/project/$ref/auth/users' },
        ...given<MenuEntry>(edition === 'platform', {
          key: 'quick-start',
          label: 'Quick start',
          route: '/project/$ref/auth/quick-start',
        }),
      ],
    },
    {
      title: 'Configuration',
      entries: [
        ...given<MenuEntry>(offers('authentication:policies'), {
          key: 'policies',
          label: 'Policies',
          route: '/project/$ref/auth/policies',
        }),
        ...configurable
          .filter(({ feature }) => feature === undefined || offers(feature))
          .map(({ feature: _, ...entry }) => entry),
      ],
    },
  ]
}
