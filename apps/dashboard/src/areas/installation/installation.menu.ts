/** Pages for the owner of the installation only. */
export const installationPages = [
  { to: '/account/jobs', label: 'Jobs', keywords: 'background schedule' },
  { to: '/account/backups', label: 'Backups', keywords: 'restore installation key file disaster' },
] as const
