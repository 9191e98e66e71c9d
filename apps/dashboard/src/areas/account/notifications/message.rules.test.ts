import { expect, test } from 'vitest'
import { blocksOf, type Inline } from './message.rules.ts'

const text = (words: string): Inline => ({ kind: 'text', text: words })
const inline = (message: string) => {
  const [block] = blocksOf(message)
  return block?.kind === 'paragraph' ? block.content : undefined
}

test.each<[string, Inline[]]>([
  ['plain', [text('plain')]],
  ['a **b** c', [text('a '), { kind: 'strong', text: 'b' }, text(' c')]],
  [
    'a *b* _c d_',
    [text('a '), { kind: 'emphasis', text: 'b' }, text(' '), { kind: 'emphasis', text: 'c d' }],
  ],
  ['run `a *b*`', [text('run '), { kind: 'code', text: 'a *b*' }]],
  ['see [the log](/project/x)', [text('see '), { kind: 'link', text: 'the log', url: '/project/x' }]],
  ['[x](javascript:alert)', [text('[x](javascript:alert)')]],
  ['[x](//example.com)', [text('[x](//example.com)')]],
  ['a_b_c and 2 * 3 * 4', [text('a_b_c and 2 * 3 * 4')]],
  ['\\*not\\* \\[a\\](b) \\`c\\` \\\\', [text('*not* [a](b) `c` \\')]],
  ['<b onclick="x">bold</b>', [text('<b onclick="x">bold</b>')]],
  ['**open', [text('**open')]],
  ['**a \\* b**', [{ kind: 'strong', text: 'a * b' }]],
  ['one\ntwo', [text('one\ntwo')]],
])('parses %j', (message, expected) => {
  expect(inline(message)).toEqual(expected)
})

test('blank lines separate paragraphs, and lines that all start with a dash are a list', () => {
  expect(blocksOf('One\n\n- a\n- **b**\n\n\nTwo')).toEqual([
    { kind: 'paragraph', content: [text('One')] },
    { kind: 'list', items: [[text('a')], [{ kind: 'strong', text: 'b' }]] },
    { kind: 'paragraph', content: [text('Two')] },
  ])
  expect(blocksOf(' \n ')).toEqual([])
})

test('a message of only markup characters is parsed', () => {
  const message = '*_`[('.repeat(400)
  const read = blocksOf(message)
  expect(JSON.stringify(read).length).toBeGreaterThan(1000)
})
