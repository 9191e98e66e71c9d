import { expect, test } from 'vitest'
import { type Command, commandGroups } from './commands.rules.ts'

const command = (id: string, over: Partial<Command> = {}): Command => ({
  id,
  label: id,
  section: 'Navigate' as const,
  run: () => undefined,
  ...over,
})
const commands = [
  command('New project', { section: 'Actions' }),
  command('Switch project', { section: 'Actions' }),
  command('Projects'),
  command('SQL Editor', { keywords: 'query' }),
  command('Table Editor', { onlyInSearch: true }),
  command('Dark theme', { section: 'Theme', onlyInSearch: true }),
]

const menuGroups = (text: string, recent: string[] = []) =>
  commandGroups(commands, text, recent).map(({ title, commands: found }) => [
    title,
    ...found.map(({ id }) => id),
  ])

test.each<[string, string[], string[][]]>([
  [
    '',
    [],
    [
      ['Actions', 'New project', 'Switch project'],
      ['Navigate', 'Projects', 'SQL Editor'],
    ],
  ],
  [
    '',
    ['SQL Editor', 'Table Editor', 'gone'],
    [
      ['Recently used', 'SQL Editor', 'Table Editor'],
      ['Actions', 'New project', 'Switch project'],
      ['Navigate', 'Projects'],
    ],
  ],
  ['editor', [], [['Navigate', 'SQL Editor', 'Table Editor']]],
  ['editor', ['Table Editor'], [['Navigate', 'Table Editor', 'SQL Editor']]],
  ['ED ta', [], [['Navigate', 'Table Editor']]],
  [
    'project',
    [],
    [
      ['Navigate', 'Projects'],
      ['Actions', 'New project', 'Switch project'],
    ],
  ],
  ['query', [], [['Navigate', 'SQL Editor']]],
  ['theme', [], [['Theme', 'Dark theme']]],
  ['nothing of the kind', [], []],
])('for %j with the recent commands %j the menu shows %j', (text, recent, groups) => {
  expect(menuGroups(text, recent)).toEqual(groups)
})
