import { type GuideId, guideIds } from '@basalt/contract/documentation/documentation.rules.ts'

export type GuideLink = { kind: 'guide'; id: GuideId } | { kind: 'external'; url: string }

/** The target of a link in a guide; undefined for files that only a checkout has. */
export function guideLink(url: string): GuideLink | undefined {
  if (/^https?:\/\//.test(url)) return { kind: 'external', url }
  const name = /([\w-]+)\.md(?:#.*)?$/.exec(url)?.[1]?.toLowerCase()
  const id = guideIds.find((guide) => guide === name)
  return id && { kind: 'guide', id }
}
