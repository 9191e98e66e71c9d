import { expect, test } from 'vitest'
import { aMenuContext } from '../menus/menu-context.fixture.ts'
import { navigationCommands } from './navigation-commands.ts'

const labels = (
  ...[params, context]: [Parameters<typeof navigationCommands>[0], Parameters<typeof aMenuContext>[0]?]
) => navigationCommands(params, aMenuContext(context), () => undefined).map(({ label }) => label)

test('in a project, its pages come before those of its organization', () => {
  const found = labels({ slug: 'acme', ref: 'abc' })
  expect(found.slice(0, 2)).toEqual(['Project Overview', 'Table Editor'])
  expect(found.indexOf('Projects')).toBeGreaterThan(1)
})

test('without a project there are no project pages', () => {
  expect(labels({ slug: 'acme' })).toEqual(expect.arrayContaining(['Projects', 'Organization settings']))
  expect(labels({ slug: 'acme' })).not.toContain('SQL Editor')
})

test('the self-hosted edition has no organization to go to', () => {
  expect(labels({ slug: 'default', ref: 'default' }, { edition: 'self-hosted' })).not.toContain('Projects')
})

test('disabled menu lines are not commands', () => {
  expect(labels({ slug: 'acme' }, { lacksMfa: true })).toEqual([])
})

test('a command leads to the page of its menu line', () => {
  const led: string[] = []
  const commands = navigationCommands({ slug: 'acme', ref: 'abc' }, aMenuContext(), (path) => led.push(path))
  for (const command of commands) if (command.label === 'SQL Editor' && 'run' in command) command.run()
  expect(led).toEqual(['/project/abc/sql'])
})
