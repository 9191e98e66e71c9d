import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { withoutCountedSiblings } from './grid-styles.ts'

const bodiesOf = (css: string) => css.split('{').length - css.split('}').length

test('rules that count siblings are dropped with what is nested in them, and no others', () => {
  const css = `
    .root { color: red;
      & > :nth-last-child(1 of .top) {
        & > .cell { border: 0 }
      }
      &:hover { color: blue }
    }
    .group > .cell:not(:last-child), .group > :nth-last-child(n+2 of .frozen) { border: 0 }
    .row { display: grid }`
  expect(withoutCountedSiblings(css).replaceAll(/\s+/g, ' ').trim()).toBe(
    '.root { color: red; &:hover { color: blue } } .row { display: grid }',
  )
})

test("the library's stylesheet keeps its other rules", () => {
  const file = fileURLToPath(import.meta.resolve('react-data-grid/lib/styles.css'))
  const whole = readFileSync(file, 'utf8')
  const left = withoutCountedSiblings(whole)
  expect(left).not.toContain(':nth-')
  expect(bodiesOf(left)).toBe(0)
  for (const layer of ['Cell', 'HeaderRow', 'Row', 'SortIcon', 'Root'])
    expect(left).toContain(`@layer rdg.${layer} {`)
  expect(left.length).toBeGreaterThan(0.9 * whole.length)
})

test('a stylesheet without such rules, or one that is cut, stops the build', () => {
  expect(() => withoutCountedSiblings('.row { display: grid }')).toThrow('counts no siblings')
  expect(() => withoutCountedSiblings('.row { &:nth-child(2) { color: red')).toThrow('ends inside a rule')
})
