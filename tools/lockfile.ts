/** The parts of a package-lock.json (version 3) that are checked. Keys are folders: `node_modules/a/node_modules/b`. */
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

/** The public npm registry. */
const PUBLIC_REGISTRY = 'https://registry.npmjs.org/'

const entries = (lock: Lockfile) => Object.entries(lock.packages)

/**
 * Optional dependencies missing from the lockfile, as `package needs missing`. Binaries for a platform are optional
 * dependencies; npm drops those that a registry does not have, and the next `npm ci` on that platform fails.
 */
export const missingOptionals = (lock: Lockfile): string[] =>
  entries(lock).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !candidateFolders(folder, name).some((candidate) => candidate in lock.packages))
      .map((name) => `${folder} needs ${name}`),
  )

/** Where Node looks for a package, nearest first: beside the importing package, then in every folder above. */
function candidateFolders(folder: string, name: string): string[] {
  const above = folder.includes('/')
    ? candidateFolders(folder.slice(0, folder.lastIndexOf('/')), name)
    : [`node_modules/${name}`]
  return [`${folder}/node_modules/${name}`, ...above]
}

/** Packages locked without a checksum, for which a registry could return something else. */
export const withoutIntegrity = (lock: Lockfile): string[] =>
  entries(lock)
    .filter(([folder, locked]) => folder.includes('node_modules/') && !locked.link && !locked.integrity)
    .map(([folder]) => folder)

/** Packages whose source is not the public registry. */
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
