/** The pages of the account, in the order of their navigation. */
export const accountPages = [
  { to: '/account/me', label: 'Profile', keywords: 'name password' },
  { to: '/account/security', label: 'Security', keywords: 'mfa two-factor sessions' },
  { to: '/account/tokens', label: 'Access tokens', keywords: 'scripts api' },
  { to: '/account/appearance', label: 'Appearance', keywords: 'theme sidebar' },
  { to: '/account/audit', label: 'Audit log', keywords: 'history sign-ins' },
] as const
