/** What there is to read, in the order in which it is listed. */
export const guideIds = [
  'operate',
  'upgrade',
  'sleep',
  'ai',
  'agents',
  'troubleshooting',
  'changelog',
] as const
export type GuideId = (typeof guideIds)[number]
