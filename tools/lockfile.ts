/** The parts of a package-lock.json (version 3) that the checks read. Keys are folders: `node_modules/a/node_modules/b`. */
export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export type Manifest = Readonly<
  Partial<
    Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Readonly<Record<string, string>>>
  >
>

/** The registry that every installation can reach. */
const PUBLIC_REGISTRY = 'https://registry.npmjs.org/'

const entries = (lock: Lockfile) => Object.entries(lock.packages)

/**
 * Optional dependencies that the lock leaves out, as `package needs missing`. Binaries for a platform are optional
 * dependencies; npm drops those a registry does not have, and the next `npm ci` on that platform fails.
 */
export const missingOptionals = (lock: Lockfile): string[] =>
  entries(lock).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !placesOf(folder, name).some((place) => place in lock.packages))
      .map((name) => `${folder} needs ${name}`),
  )

/** Where Node would look for a package, nearest first: beside the one that asks, then in every folder above. */
function placesOf(folder: string, name: string): string[] {
  const above = folder.includes('/')
    ? placesOf(folder.slice(0, folder.lastIndexOf('/')), name)
    : [`node_modules/${name}`]
  return [`${folder}/node_modules/${name}`, ...above]
}

/** Packages locked without a checksum, so that a registry could hand out something else. */
export const withoutIntegrity = (lock: Lockfile): string[] =>
  entries(lock)
    .filter(([folder, locked]) => folder.includes('node_modules/') && !locked.link && !locked.integrity)
    .map(([folder]) => folder)

/** Packages that would be fetched from somewhere that only this project's authors can reach. */
export const privateSources = (lock: Lockfile): string[] =>
  entries(lock)
    .filter(
      ([, { link, resolved }]) => !link && resolved !== undefined && !resolved.startsWith(PUBLIC_REGISTRY),
    )
    .map(([folder, { resolved }]) => `${folder} from ${resolved}`)

/** Dependencies of a package.json whose version is a range, as `name range`. */
export const inexactVersions = (manifest: Manifest): string[] =>
  [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies]
    .flatMap((group) => Object.entries(group ?? {}))
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} ${version}`)
