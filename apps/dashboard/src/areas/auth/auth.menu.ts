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

/** An entry with the feature flag that can disable it. */
type FeatureEntry = MenuEntry & { feature?: FeatureKey }

const policiesEntry: FeatureEntry = {
  key: 'policies',
  label: 'Policies',
  route: '/project/$ref/auth/policies',
  feature: 'authentication:policies',
}
/** Has the inbox, where mail stays on a fresh machine, and so is in both editions. */
const emailsEntry: FeatureEntry = {
  key: 'templates',
  label: 'Emails',
  route: '/project/$ref/auth/templates',
  pages: ['templates', 'smtp'],
  feature: 'authentication:emails',
}

/** Entries of the platform edition only, except Emails. */
const platformEntries: readonly FeatureEntry[] = [
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
  emailsEntry,
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
  const configurable = [policiesEntry, ...(edition === 'platform' ? platformEntries : [emailsEntry])]
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
        ...configurable
          .filter(({ feature }) => feature === undefined || offers(feature))
          .map(({ feature: _, ...entry }) => entry),
      ],
    },
  ]
}

/** A page that the operator has disabled. */
export interface DisabledPage {
  /** As the menu calls it. */
  label: string
  feature: FeatureKey
}

const features: readonly (DisabledPage & { pages: readonly string[] })[] = [
  { label: 'Third-party tokens', feature: 'authentication:third_party_auth', pages: ['third-party'] },
  ...[policiesEntry, ...platformEntries].flatMap(({ key, label, feature, pages = [key] }) =>
    feature === undefined ? [] : [{ label, feature, pages }],
  ),
]

/** Says what is disabled where the menu has no line, because the page also opens by its address. */
export function disabledAuthPage(page: string, offers: MenuContext['offers']): DisabledPage | undefined {
  if (!offers('project_auth:all')) return { label: 'Authentication', feature: 'project_auth:all' }
  return features.find(({ feature, pages }) => pages.includes(page) && !offers(feature))
}
