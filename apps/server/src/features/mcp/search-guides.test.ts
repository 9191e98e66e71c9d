import { expect, test } from 'vitest'
import { searchGuides } from './search-guides.ts'

const guides = [
  {
    title: 'Operate an installation',
    text: 'Start it.\n\n## Backups\n\nCopy the folder.\n```sh\n## not a heading, a comment about ports\n```\n\n## Ports\n\nSet BASALT_PORT.',
  },
  { title: 'Upgrade', text: 'Read the notes first.\n\n### After a backup\n\nUpgrade.' },
]
const headings = (query: string) => searchGuides(guides, query).map(({ heading }) => heading)

test.each([
  ['backup', ['Backups', 'After a backup']],
  ['PORTS', ['Ports', 'Backups']],
  ['basalt_port', ['Ports']],
  ['start', ['Operate an installation']],
  ['xylophone', []],
  ['a of ??', []],
])('%j finds %j', (query, expected) => {
  expect(headings(query)).toEqual(expected)
})

test('a section contains its text without the heading, truncated to the limit', () => {
  expect(searchGuides(guides, 'ports')[0]).toEqual({
    guide: 'Operate an installation',
    heading: 'Ports',
    text: 'Set BASALT_PORT.',
  })
  const [long] = searchGuides([{ title: 'Long', text: 'word '.repeat(5000) }], 'word')
  expect(long?.text.length).toBeLessThan(5000)
})
