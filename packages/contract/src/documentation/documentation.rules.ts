/** The guides, in the order listed. */
export const guideIds = [
  'operate',
  'upgrade',
  'backups',
  'sleep',
  'branches',
  'replicas',
  'auth',
  'import',
  'webhooks',
  'http-requests',
  'pg-meta',
  'wrappers',
  'advisors',
  'logs',
  'reports',
  'ai',
  'agents',
  'troubleshooting',
  'changelog',
] as const
export type GuideId = (typeof guideIds)[number]
