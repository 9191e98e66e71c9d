/** The guides, in the order listed. */
export const guideIds = [
  'operate',
  'upgrade',
  'sleep',
  'webhooks',
  'http-requests',
  'ai',
  'agents',
  'troubleshooting',
  'changelog',
] as const
export type GuideId = (typeof guideIds)[number]
