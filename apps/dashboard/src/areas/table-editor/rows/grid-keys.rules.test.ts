import { expect, test } from 'vitest'
import { cellActionOf, goalOf, isMenuKey, isText } from './grid-keys.rules.ts'

/** `Control+Shift+ArrowUp`, as it is written for users. */
const pressed = (keys: string) => {
  const held = keys.split('+')
  const key = held.pop() || '+'
  const isHeld = (name: string) => held.includes(name)
  return {
    key,
    ctrlKey: isHeld('Control'),
    metaKey: isHeld('Meta'),
    altKey: isHeld('Alt'),
    shiftKey: isHeld('Shift'),
  }
}

test.each([
  ['Home', { column: 2 }],
  ['Control+Home', { end: 'first', column: 2 }],
  ['Meta+End', { end: 'last', column: 9 }],
  ['Control+ArrowUp', { end: 'first' }],
  ['Meta+ArrowDown', { end: 'last' }],
  ['Control+ArrowLeft', { column: 2 }],
  ['Control+ArrowRight', { column: 9 }],
  ['End', undefined],
  ['ArrowDown', undefined],
  ['Control+Shift+ArrowDown', undefined],
  ['Alt+Home', undefined],
])('%s leads to %o', (keys, goal) => expect(goalOf(pressed(keys), 2, 9)).toEqual(goal))

test.each([
  ['Control+d', 'fillDown'],
  ['Meta+D', 'fillDown'],
  ['Delete', 'clear'],
  ['Control+Delete', undefined],
  ['Shift+Delete', undefined],
  ['d', undefined],
  ['Backspace', undefined],
])('%s changes the selected cells: %s', (keys, action) => expect(cellActionOf(pressed(keys))).toBe(action))

test.each([
  ['x', true],
  ['Shift+X', true],
  [' ', true],
  ['Shift+ ', false],
  ['Control+x', false],
  ['Meta+x', false],
  ['Enter', false],
])('%s types a character: %s', (keys, isTyped) => expect(isText(pressed(keys))).toBe(isTyped))

test.each([
  ['ContextMenu', true],
  ['Shift+F10', true],
  ['Alt+ArrowDown', true],
  ['F10', false],
  ['ArrowDown', false],
])('%s opens a menu: %s', (keys, opens) => expect(isMenuKey(pressed(keys))).toBe(opens))
