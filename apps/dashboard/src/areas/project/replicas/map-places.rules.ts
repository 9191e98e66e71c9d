import { type RegionCode, regions } from '@basalt/contract/projects/regions.rules.ts'
import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'

/** A place of the map with its databases. */
export interface MapPlace {
  region: string
  /** Longitude and latitude. */
  at: readonly [number, number]
  databases: readonly DatabaseState[]
}

/** The places of databases whose region is known, and the names of the others. */
export function placesOf(states: readonly DatabaseState[]): { places: MapPlace[]; unknown: string[] } {
  const codes = [...new Set(states.map(({ region }) => region))]
  const known = codes.filter((code): code is RegionCode => Object.hasOwn(regions, code))
  return {
    places: known.map((region) => ({
      region,
      at: regions[region].at,
      databases: states.filter((state) => state.region === region),
    })),
    unknown: codes.filter((code) => !Object.hasOwn(regions, code)),
  }
}

/** What is at a place, such as `Primary database, 2 read replicas`. */
export function databasesText(databases: readonly DatabaseState[], primary: string): string {
  const replicas = databases.filter(({ identifier }) => identifier !== primary).length
  return [
    ...(replicas < databases.length ? ['Primary database'] : []),
    ...(replicas > 0 ? [`${replicas} read ${replicas === 1 ? 'replica' : 'replicas'}`] : []),
  ].join(', ')
}
