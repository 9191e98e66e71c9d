import { type RegionCode, regions } from '@basalt/contract/projects/regions.rules.ts'
import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'
import { shortIdOf } from './replica-state.rules.ts'

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

/** The known regions without a database. */
export const otherPlaces = (places: readonly MapPlace[]) =>
  Object.entries(regions)
    .filter(([code]) => places.every(({ region }) => region !== code))
    .map(([code, { label, at }]) => ({ code, label, at }))

/** What is at a place, such as `Primary database, replica 3f2a1`. */
export const databasesText = (databases: readonly DatabaseState[], primary: string): string =>
  databases
    .map((database) =>
      database.identifier === primary ? 'Primary database' : `replica ${shortIdOf(database)}`,
    )
    .join(', ')
