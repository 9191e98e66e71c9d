import { expect, test } from 'vitest'
import { guideLink } from './guide-link.rules.ts'

test.each([
  ['operate.md', { kind: 'guide', id: 'operate' }],
  ['docs/guides/upgrade.md#go-back', { kind: 'guide', id: 'upgrade' }],
  ['../../CHANGELOG.md', { kind: 'guide', id: 'changelog' }],
  ['https://nodejs.org', { kind: 'external', url: 'https://nodejs.org' }],
  ['docs/decisions', undefined],
  ['CONTRIBUTING.md', undefined],
  ['javascript:alert(1)', undefined],
])('%s resolves to %j', (url, link) => {
  expect(guideLink(url)).toEqual(link)
})
