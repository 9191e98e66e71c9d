import { expect, test } from 'vitest'
import { markdownBlocks } from './markdown.ts'

const text = (words: string) => [{ kind: 'text', text: words }]

test.each([
  ['## Back up', [{ kind: 'heading', level: 2, content: text('Back up') }]],
  [
    'one line\nand its end\n\nanother',
    [
      { kind: 'paragraph', content: text('one line and its end') },
      { kind: 'paragraph', content: text('another') },
    ],
  ],
  [
    '```sh\n# not a heading\n\n| no table |\n```',
    [{ kind: 'code', language: 'sh', text: '# not a heading\n\n| no table |' }],
  ],
  ['- one\n  goes on\n- two', [{ kind: 'list', ordered: false, items: [text('one goes on'), text('two')] }]],
  ['1. one\n2. two', [{ kind: 'list', ordered: true, items: [text('one'), text('two')] }]],
  [
    'intro\n- item',
    [
      { kind: 'paragraph', content: text('intro') },
      { kind: 'list', ordered: false, items: [text('item')] },
    ],
  ],
  [
    '| a | b |\n|---|:-:|\n| 1 | x \\| y |',
    [{ kind: 'table', head: [text('a'), text('b')], rows: [[text('1'), text('x | y')]] }],
  ],
  ['```\nnever closed', [{ kind: 'code', language: '', text: 'never closed' }]],
  ['    ', []],
  ['  indented', [{ kind: 'paragraph', content: text('  indented') }]],
])('%j is read', (markdown, blocks) => {
  expect(markdownBlocks(markdown)).toEqual(blocks)
})

test.each([
  ['run `a * b` now', ['text:run ', 'code:a * b', 'text: now']],
  [
    '**strong** and *weak* and _weak_',
    ['strong:strong', 'text: and ', 'emphasis:weak', 'text: and ', 'emphasis:weak'],
  ],
  ['snake_case_name', ['text:snake_case_name']],
  ['see [the guide](operate.md).', ['text:see ', 'link:the guide', 'text:.']],
  ['<script>x</script>', ['text:<script>x</script>']],
])('%j has its marks', (markdown, parts) => {
  const [block] = markdownBlocks(markdown)
  const content = block?.kind === 'paragraph' ? block.content : []
  expect(content.map((part) => `${part.kind}:${part.text}`)).toEqual(parts)
})
