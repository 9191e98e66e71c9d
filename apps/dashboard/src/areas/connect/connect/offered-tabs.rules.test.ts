import { expect, test } from 'vitest'
import { offeredMethods, offeredTabs } from './offered-tabs.rules.ts'

test.each([
  [[], 'direct frameworks mobiles orms mcp'],
  [['project_connection:show_orms'], 'direct frameworks mobiles mcp'],
  [['project_connection:show_app_frameworks', 'projects:create'], 'direct mobiles orms mcp'],
  [['project_connection:show_mobile_frameworks'], 'direct frameworks orms mcp'],
])('without %j there is %s', (disabled_features, expected) => {
  const tabs = offeredTabs({ disabled_features }).map(({ id }) => id)
  expect(tabs.join(' ')).toBe(expected)
})

test('the self-hosted edition offers only direct connections', () => {
  expect(offeredMethods({ edition: 'self-hosted' })).toEqual(['direct'])
  expect(offeredMethods({ edition: 'platform' })).toEqual(['direct', 'transaction', 'session'])
})
