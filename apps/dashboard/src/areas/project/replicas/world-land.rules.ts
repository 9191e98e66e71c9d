/** The part of TopoJSON that the outline of the land needs. */
export interface Topology {
  transform: { scale: readonly number[]; translate: readonly number[] }
  /** Each begins at a position, and goes on by differences. */
  arcs: readonly (readonly (readonly number[])[])[]
  objects: { land: { geometries: readonly { arcs: readonly (readonly (readonly number[])[])[] }[] } }
}

/** GeoJSON, in degrees. */
export interface MultiPolygon {
  type: 'MultiPolygon'
  coordinates: [number, number][][][]
}

/** The polygons of the land. An arc with a negative number is another one from its end: `~arc`. */
export function landOf({ transform, arcs, objects }: Topology): MultiPolygon {
  const [scaleX = 1, scaleY = 1] = transform.scale
  const [fromX = 0, fromY = 0] = transform.translate
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx = 0, dy = 0]): [number, number] => {
      x += dx
      y += dy
      return [x * scaleX + fromX, y * scaleY + fromY]
    })
  })
  const lineOf = (arc: number) => (arc < 0 ? lines[~arc]!.toReversed() : lines[arc]!)
  const ringOf = (ring: readonly number[]) =>
    // An arc begins where the one before it ends.
    ring.flatMap((arc, index) => lineOf(arc).slice(index === 0 ? 0 : 1))
  return {
    type: 'MultiPolygon',
    coordinates: objects.land.geometries.flatMap((geometry) =>
      geometry.arcs.map((polygon) => polygon.map(ringOf)),
    ),
  }
}
