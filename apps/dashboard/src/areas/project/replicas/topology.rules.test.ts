import { expect, test } from 'vitest'
import { aDatabaseState } from './a-database-state.fixture.ts'
import { answeringCount, deployedText, topologyOf } from './topology.rules.ts'

const primary = aDatabaseState()
const replica = (id: string, given = {}) => aDatabaseState({ identifier: `shop-rr-${id}`, ...given })

test('a project without replicas is its primary alone', () => {
  const { boxes, links } = topologyOf([primary])
  expect(boxes.map(({ kind }) => kind)).toEqual(['primary'])
  expect(links).toEqual([])
})

test('replicas are framed by region, and follow the primary, which shares reads with them', () => {
  const states = [primary, replica('a'), replica('b', { region: 'eu-central-1' }), replica('c')]
  const { boxes, links } = topologyOf(states)
  expect(boxes.map(({ kind, parent, region }) => parent ?? region ?? kind)).toEqual([
    'balancer',
    'primary',
    'local',
    'region local',
    'region local',
    'eu-central-1',
    'region eu-central-1',
  ])
  expect(links.map(({ from, to }) => `${from} > ${to}`)).toEqual([
    'balancer > shop',
    'shop > shop-rr-a',
    'shop > shop-rr-b',
    'shop > shop-rr-c',
  ])
})

test.each([false, true])('no boxes overlap, with narrow: %s', (isNarrow) => {
  const states = [primary, replica('a'), replica('c'), replica('b', { region: 'x' })]
  const { boxes, width, height } = topologyOf(states, { isNarrow })
  expect(width < 320).toBe(isNarrow)
  const outer = boxes.filter(({ parent }) => parent === undefined)
  for (const one of outer)
    for (const other of outer)
      if (one !== other)
        expect(
          one.x + one.width <= other.x ||
            other.x + other.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y,
        ).toBe(true)
  expect(Math.max(...outer.map(({ y, height: own }) => y + own))).toBe(height)
})

test('a former primary follows nothing, and answers nothing', () => {
  const former = replica('a', { status: 'INACTIVE', is_former_primary: true })
  expect(topologyOf([primary, former]).links.map(({ id }) => id)).toEqual(['reads'])
  expect(answeringCount([primary, former])).toBe(1)
})

test.each([
  [[], undefined],
  [[replica('a')], '1 replica deployed across 1 region'],
  [[replica('a'), replica('b')], '2 replicas deployed across 1 region'],
  [[replica('a'), replica('b', { region: 'eu-central-1' })], '2 replicas deployed across 2 regions'],
])('%# replicas are summed up as %s', (replicas, text) => {
  expect(deployedText([primary, ...replicas])).toBe(text)
})
