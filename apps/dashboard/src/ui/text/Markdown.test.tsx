import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Markdown } from './Markdown.tsx'

/** The rendered page as `tag(content)`, without layout elements. */
function outline(node: Node): string {
  const inside = [...node.childNodes].map(outline).join('')
  if (node.nodeType === Node.TEXT_NODE) return node.textContent?.replace(/\s+/g, ' ') ?? ''
  const tag = node.nodeName.toLowerCase()
  return ['div', 'section', 'button', 'svg'].includes(tag) ? inside : `${tag}(${inside})`
}

const rendered = (text: string) =>
  outline(
    render(
      // biome-ignore lint/a11y/useAnchorContent: the link's text is inserted
      <Markdown text={text} linkOf={(url) => (url.startsWith('x:') ? undefined : <a href={url} />)} />,
    ).container,
  )

test.each([
  ['## Back up', 'h2(Back up)'],
  ['one line\nand its end\n\nanother', 'p(one line and its end)p(another)'],
  ['- one\n  goes on\n- two', 'ul(li(p(one goes on))li(p(two)))'],
  ['1. one\n2. two', 'ol(li(p(one))li(p(two)))'],
  ['intro\n- item', 'p(intro)ul(li(p(item)))'],
  ['| a | b |\n|---|:-:|\n| 1 | x \\| y |', 'table(thead(tr(th(a)th(b)))tbody(tr(td(1)td(x | y))))'],
  ['    ', ''],
  ['  indented', 'p( indented)'],
  ['- one\n  - two\n    1. three\n- four', 'ul(li(p(one)ul(li(p(two)ol(li(p(three))))))li(p(four)))'],
  ['> said\n> - so', 'blockquote(p(said)ul(li(p(so))))'],
  ['run `a * b` now', 'p(run code(a * b) now)'],
  ['**strong** and *weak* and _weak_', 'p(strong(strong) and em(weak) and em(weak))'],
  ['**all of `it`**', 'p(strong(all of code(it)))'],
  ['snake_case_name', 'p(snake_case_name)'],
  ['see [the guide](operate.md).', 'p(see a(the guide).)'],
  ['see [no guide](x:y).', 'p(see no guide.)'],
  ['![a picture](https://example.com/a.png)', 'p(a(a picture))'],
  ['a <script>x</script>', 'p(a <script>x</script>)'],
  ['<img src=x onerror=alert(1)>', 'p(<img src=x onerror=alert(1)>)'],
  ['a & b &lt;', 'p(a & b &lt;)'],
])('renders %j', (markdown, expected) => {
  expect(rendered(markdown)).toBe(expected)
})

test.each([
  ['```sh\n# not a heading\n\n| no table |\n```', '1', 'sh', '# not a heading\n\n| no table |'],
  ['```\nnever closed', '1', '', 'never closed'],
  [
    'Steps:\n\n1. Run\n\n   ```sql title\n   select 1;\n     -- so\n   ```\n2. Look',
    '2.1.2',
    'sql',
    'select 1;\n  -- so',
  ],
])('the code in %j is rendered at its position', (markdown, ...code) => {
  render(
    <Markdown
      text={markdown}
      linkOf={() => undefined}
      showCode={({ place, language, text }) => <output>{JSON.stringify([place, language, text])}</output>}
    />,
  )
  expect(JSON.parse(screen.getByRole('status').textContent ?? '')).toEqual(code)
})

test('code without a custom renderer can be copied, and is named by its position', () => {
  render(<Markdown text={'- one\n\n  ```\n  two\n  ```'} linkOf={() => undefined} where=" of answer 2" />)
  expect(screen.getByLabelText('Code in paragraph 1.1.2 of answer 2').textContent).toBe('two')
})
