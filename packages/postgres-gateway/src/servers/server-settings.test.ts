import { expect, test } from 'vitest'
import { settingChanges } from './server-settings.ts'

const of = (settings: Record<string, string>) => new Map(Object.entries(settings))

test.each([
  [{}, {}, []],
  [{ a: '1' }, { a: '1' }, []],
  [{ a: '1' }, {}, ['reset "a"']],
  [{ a: '1', 'b.c': '2' }, { a: '3' }, [`select set_config(E'a', E'3', false); reset "b"."c"`]],
  [{}, { a: "it's \\ here" }, [`select set_config(E'a', E'it''s \\\\ here', false)`]],
  [
    { client_encoding: 'LATIN1' },
    { a: '1' },
    ['reset "client_encoding"', `select set_config(E'a', E'1', false)`],
  ],
  [
    { role: 'x', a: '1' },
    { role: 'x', a: '2' },
    [`reset "role"; select set_config(E'a', E'2', false); select set_config(E'role', E'x', false)`],
  ],
])('from %j to %j', (applied, desired, statements) => {
  expect(
    settingChanges(of(applied as Record<string, string>), of(desired as Record<string, string>)),
  ).toEqual(statements)
})
