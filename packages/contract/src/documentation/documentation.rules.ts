/** The guides, in the order listed. */
export const guideIds = [
  'operate',
  'upgrade',
  'backups',
  'sleep',
  'import',
  'webhooks',
  'http-requests',
  'ai',
  'agents',
  'troubleshooting',
  'changelog',
] as const
export type GuideId = (typeof guideIds)[number]
