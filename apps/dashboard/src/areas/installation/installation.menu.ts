/** The pages that only the owner of the installation sees. */
export const installationPages = [
  { to: '/account/jobs', label: 'Jobs', keywords: 'background schedule' },
] as const
