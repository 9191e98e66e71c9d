import { expect, test } from 'vitest'
import { renameOrder } from './rename-order.ts'

const orderOf = (taken: string, ...renames: string[]) =>
  renameOrder(
    renames.map((text) => ({ from: text[0]!, to: text[1]! })),
    [...taken],
  ).map(({ from, to }) => `${from} ${to}`)

test.each<[title: string, taken: string, renames: string[], expected: string[]]>([
  ['a free name', 'ab', ['ac'], ['a c']],
  ['a chain, from its end', 'ab', ['ab', 'bc'], ['b c', 'a b']],
  ['a swap, through a free name', 'ab', ['ab', 'ba'], ['a renamed_1', 'b a', 'renamed_1 b']],
  ['a name that stays taken', 'ab', ['ab'], ['a b']],
  ['a chain to a name that stays taken', 'abc', ['ab', 'bc'], ['b c', 'a b']],
  [
    'a cycle with a name that leads into it',
    'abc',
    ['ca', 'ab', 'ba'],
    ['a renamed_1', 'c a', 'b a', 'renamed_1 b'],
  ],
  ['two that want one name', 'ab', ['ac', 'bc'], ['a c', 'b c']],
])('%s', (_title, taken, renames, expected) => {
  expect(orderOf(taken, ...renames)).toEqual(expected)
})
