/** Pages for the owner of the installation only. */
export const installationPages = [
  { to: '/account/jobs', label: 'Jobs', keywords: 'background schedule' },
] as const
