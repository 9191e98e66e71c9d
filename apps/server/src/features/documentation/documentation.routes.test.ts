import { listGuides } from '@basalt/contract/documentation/documentation.endpoints.ts'
import { guideIds } from '@basalt/contract/documentation/documentation.rules.ts'
import { expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { signUp } from '../../test/people.ts'
import { readGuides } from './guide-files.ts'

test('every guide of the product is served, with its title apart', async () => {
  await using fixture = await openApp()
  const { body: guides } = await (await signUp(fixture)).call(listGuides)
  expect(guides.map(({ id }) => id)).toEqual(guideIds)
  expect(guides.map(({ title }) => title)).toEqual([
    'Operate an installation',
    'Upgrade',
    'Backups',
    'Let projects sleep',
    'Branches',
    'Read replicas',
    'Users of your apps',
    'Bring your database',
    'Webhooks of tables',
    'HTTP requests in SQL',
    'Read the catalog by HTTP',
    'Wrappers',
    'Advisors',
    'Logs',
    'Reports and query performance',
    'AI',
    'Work with agents',
    'Troubleshooting',
    'Changelog',
  ])
  for (const { text } of guides) expect(text).not.toMatch(/^# /m)
})

test('a missing guide is left out', async () => {
  expect(await readGuides('/nowhere')).toEqual([])
})
