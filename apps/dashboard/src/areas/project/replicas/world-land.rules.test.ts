import { expect, test } from 'vitest'
import land from 'world-atlas/land-110m.json'
import { landOf, type Topology } from './world-land.rules.ts'

test('rings are joined from arcs in both directions', () => {
  const square: Topology = {
    transform: { scale: [10, 10], translate: [0, 100] },
    arcs: [
      [
        [0, 0],
        [1, 0],
        [0, 1],
      ],
      [
        [0, 0],
        [0, 1],
        [1, 0],
      ],
    ],
    objects: { land: { geometries: [{ arcs: [[[0, ~1]]] }] } },
  }
  expect(landOf(square).coordinates).toEqual([
    [
      [
        [0, 100],
        [10, 100],
        [10, 110],
        [0, 110],
        [0, 100],
      ],
    ],
  ])
})

test('the land of the earth is closed rings of degrees', () => {
  const { coordinates } = landOf(land as unknown as Topology)
  const rings = coordinates.flat()
  expect(rings.length).toBeGreaterThan(100)
  for (const ring of rings) {
    expect(ring[0]).toEqual(ring.at(-1))
    for (const [longitude, latitude] of ring)
      expect(Math.abs(longitude) <= 180.01 && Math.abs(latitude) <= 90.01).toBe(true)
  }
})
