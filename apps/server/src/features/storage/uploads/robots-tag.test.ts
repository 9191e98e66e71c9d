import { expect, test } from 'vitest'
import { checkedRobotsTag } from './robots-tag.ts'

test.each([
  ...['all', 'none', 'NoIndex', 'noindex, nofollow', 'max-snippet: 10, notranslate', 'max-video-preview:-1'],
  ...['max-image-preview: large', 'googlebot: noindex', 'otherbot: max-snippet: 5, nofollow'],
  'unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT, noindex',
])('%s is a valid robots tag', (tag) => {
  expect(checkedRobotsTag(tag)).toBe(tag)
})

test.each([
  ['invalidrule', 'invalidrule'],
  ['noindex, never', 'never'],
  ['noindex, , nofollow', ''],
  ['', ''],
  ['max-snippet: many', 'max-snippet: many'],
  ['max-image-preview: huge', 'max-image-preview: huge'],
  ['noindex: yes', 'noindex: yes'],
  ['googlebot:', 'googlebot:'],
  ['a: b: noindex', 'b: noindex'],
])('%j is invalid because of the rule %j', (tag, rule) => {
  expect(() => checkedRobotsTag(tag)).toThrow(
    `Invalid X-Robots-Tag header: Invalid X-Robots-Tag rule: "${rule}"`,
  )
})
