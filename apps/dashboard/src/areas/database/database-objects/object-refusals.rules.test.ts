import { expect, test } from 'vitest'
import { refusalsFor } from './object-refusals.rules.ts'

const open = { edit: null, drop: null, duplicate: null }

test.each([
  [
    'may do everything with their own',
    { refusals: open, is_owned: true, owner: 'postgres' },
    undefined,
    [undefined, undefined, undefined],
  ],
  [
    'may copy what someone else owns',
    { refusals: open, is_owned: false, owner: 'ann' },
    undefined,
    ['Only ann, who owns it, can change it.', 'Only ann, who owns it, can change it.', undefined],
  ],
  [
    'without rights may do nothing',
    { refusals: open, is_owned: true, owner: null },
    'Ask an owner',
    ['Ask an owner', 'Ask an owner', 'Ask an owner'],
  ],
  [
    'learns first what nobody may',
    { refusals: { ...open, edit: 'An aggregate' }, is_owned: false, owner: 'ann' },
    'Ask an owner',
    ['An aggregate', 'Ask an owner', 'Ask an owner'],
  ],
])('a member %s', (_title, found, member, [edit, drop, duplicate]) => {
  expect(refusalsFor(found, member)).toEqual({ edit, drop, duplicate })
})
