import { expect, test } from 'vitest'
import { genericPlanSql } from './generic-plan.rules.ts'

test.each([
  ['select 1', 'explain execute basalt_plan'],
  ['select $1, $3 from t where a = $2', 'explain execute basalt_plan(null, null, null)'],
])('%s is explained by %s', (query, last) => {
  expect(genericPlanSql(query).split(';\n')).toEqual([
    'set plan_cache_mode = force_generic_plan',
    `prepare basalt_plan as ${query}`,
    last,
  ])
})
