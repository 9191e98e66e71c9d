/** What the map uses of d3-geo, which has no types of its own. */
declare module 'd3-geo' {
  interface Projection {
    (point: readonly [number, number]): [number, number] | null
    fitSize(size: readonly [number, number], object: object): Projection
  }
  export function geoNaturalEarth1(): Projection
  export function geoPath(projection: Projection): (object: object) => string | null
}
