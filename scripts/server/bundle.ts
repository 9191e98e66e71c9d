import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { sourcesDigest } from '../sources-digest.ts'
import type { Build } from './current-build.ts'

/** Besides the sources, what decides what a build looks like. */
const SETTINGS = ['package-lock.json', 'scripts/server/bundle.ts']
/** Our packages, and the one library whose many small files take longer to load than to bundle (decision 056). */
const isBundled = (specifier: string) =>
  /^(\.|@basalt\/|kysely$)/.test(specifier) || path.isAbsolute(specifier)

/**
 * Writes the server as few files into a folder: what is loaded together is one file, and what is loaded late stays apart,
 * as do the programs of its threads and processes. Libraries stay in node_modules.
 * @param root the repository
 * @param folder as deep in the repository as the build will finally be, because it refers to the sources
 */
export async function bundleServer(root: string, folder: string): Promise<Omit<Build, 'folder'>> {
  const contents = new Map(SETTINGS.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
  const bundle = await rolldown({
    input: path.join(root, 'apps/server/src/main.ts'),
    platform: 'node',
    // Node, which runs the sources as well, knows nothing of it.
    tsconfig: false,
    external: (specifier) => !isBundled(specifier),
    plugins: [sources(root, folder, contents)],
    // A warning about a slow machine, which would end the build like any other.
    checks: { bundlerTimings: false },
    onLog(level, { message }) {
      // An import that leads nowhere is a warning only, and would end the server when it is reached.
      if (level === 'warn') throw new Error(message)
    },
  })
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: { legal: true, annotation: false, jsdoc: false },
    // Stack traces name the sources, which are there to be read.
    sourcemap: true,
    sourcemapExcludeSources: true,
  })
  await bundle.close()
  const inputs = [...contents.keys()]
  return { digest: sourcesDigest(inputs, (file) => contents.get(file)!), inputs }
}

/**
 * Reads the sources, and remembers in `contents` what was read. `import.meta` keeps its meaning: it names the source, from
 * wherever the bundle is, and a program beside the source becomes a file of the bundle.
 */
const sources = (root: string, folder: string, contents: Map<string, string>): Plugin => ({
  name: 'sources',
  load(file) {
    if (!file.endsWith('.ts')) return undefined
    const text = readFileSync(file, 'utf8')
    contents.set(slashed(path.relative(root, file)), text)
    const source = slashed(path.relative(folder, file))
    return text
      .replace(/new URL\('(\.\/[\w-]+)\.ts', import\.meta\.url\)/g, (_, program: string) => {
        const id = path.resolve(path.dirname(file), `${program}.ts`)
        const chunk = this.emitFile({ type: 'chunk', id, name: path.basename(program) })
        return `new URL(import.meta.ROLLUP_FILE_URL_${chunk})`
      })
      .replaceAll('import.meta.url', `new URL('${source}', import.meta.url).href`)
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${path.posix.dirname(source)}')`)
  },
})

const slashed = (file: string) => file.split(path.sep).join('/')
