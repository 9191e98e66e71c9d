import { expect, test } from 'vitest'
import { metricsText } from './metrics-text.ts'

test('a metric is written as its description and a line for each set of labels', async () => {
  expect(
    await metricsText([
      { name: 'up', help: 'Whether it is up', type: 'gauge', values: [{ value: 1 }] },
      {
        name: 'calls_total',
        help: 'Calls',
        type: 'counter',
        values: [
          { labels: { code: '2xx', name: 'a "b" \\ c\nd' }, value: 0.5 },
          { labels: { code: '5xx' }, value: 2 },
        ],
      },
    ]),
  ).toBe(
    [
      '# HELP up Whether it is up',
      '# TYPE up gauge',
      'up 1',
      '# HELP calls_total Calls',
      '# TYPE calls_total counter',
      'calls_total{code="2xx",name="a \\"b\\" \\\\ c\\nd"} 0.5',
      'calls_total{code="5xx"} 2',
      '',
    ].join('\n'),
  )
})
