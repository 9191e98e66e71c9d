import type { Plugin } from 'vite'

/**
 * The data grid's stylesheet without the rules that count siblings, such as `:nth-child(1 of .rdg-bottom-summary-row)`.
 * They are for summary and group rows, which no grid of ours has. Wherever such a rule applies, a browser works out the
 * styles of all rows and cells again when a row comes or goes: while scrolling, that was half of each frame.
 * @throws Error when there is no such rule, as after an update of the library
 */
export function withoutCountedSiblings(css: string): string {
  let left = css
  let count = 0
  for (let at = left.indexOf(':nth-'); at >= 0; at = left.indexOf(':nth-')) {
    const start = Math.max(...['{', '}', ';'].map((mark) => left.lastIndexOf(mark, at))) + 1
    left = left.slice(0, start) + left.slice(endOfRule(left, left.indexOf('{', at)))
    count += 1
  }
  if (count === 0) throw new Error('The stylesheet of the data grid counts no siblings: drop this step')
  return left
}

/** Where the rule ends whose body opens at a brace. */
function endOfRule(css: string, opening: number): number {
  let depth = 0
  for (let at = opening; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1
    if (css[at] === '}') depth -= 1
    if (depth === 0) return at + 1
  }
  throw new Error('The stylesheet of the data grid ends inside a rule')
}

export const gridStyles: Plugin = {
  name: 'grid-styles',
  enforce: 'pre',
  transform: {
    filter: { id: /react-data-grid\/lib\/styles\.css$/ },
    handler: (code) => withoutCountedSiblings(code),
  },
}
