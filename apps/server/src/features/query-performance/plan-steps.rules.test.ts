import { expect, test } from 'vitest'
import { planFacts } from './plan-steps.rules.ts'

const scan = (cost: number) => ({
  'Node Type': 'Limit',
  'Total Cost': cost,
  'Plan Rows': 10,
  Plans: [
    {
      'Node Type': 'Index Scan',
      'Relation Name': 'orders',
      Schema: 'shop',
      'Index Name': 'orders_customer_idx',
      'Plan Rows': 1200,
      'Index Cond': "(customer = 'Ada'::text)",
    },
  ],
})

test('of a plan, its steps, tables and indexes are kept, without conditions', () => {
  expect(planFacts(scan(12.5))).toEqual({
    shape: '0 Limit\n1 Index Scan using orders_customer_idx on orders',
    cost: 12.5,
    text: 'Limit (10 rows)\n  Index Scan using orders_customer_idx on orders (1,200 rows)',
    tables: ['shop.orders'],
    indexes: ['orders_customer_idx'],
  })
})

test('plans of the same steps have the same shape, whatever they cost', () => {
  expect(planFacts(scan(1)).shape).toBe(planFacts(scan(900)).shape)
  expect(planFacts({ 'Node Type': 'Result' }).shape).not.toBe(planFacts(scan(1)).shape)
})
