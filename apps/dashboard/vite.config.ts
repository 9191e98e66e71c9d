import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { endpointsWithoutSchemas } from './vite/endpoints-without-schemas.ts'
import { gridStyles } from './vite/grid-styles.ts'

const here = import.meta.dirname
const server = `http://127.0.0.1:${process.env.BASALT_PORT ?? 4000}`
const serverPaths = ['/platform', '/v1', '/api', '/p', '/health', '/mcp']

/** Anchored, so that `/p/ref` is the server's and `/projects` stays with the dashboard. */
const proxy = Object.fromEntries(
  serverPaths.map((path) => [`^${path}(/|\\?|$)`, { target: server, ws: path === '/p' }]),
)

/** The parser asks for modules of Node, which it uses only there. */
const withoutNode: Plugin = {
  name: 'without-node',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id.startsWith('node:') && importer?.includes('libpg-query') ? '\0none' : null,
  load: (id) => (id === '\0none' ? 'export default {}' : null),
}

const CONTROLS = /@base-ui\/(utils|react\/(?!field\/|internals\/(field|labelable)))/
/** Parts of controls that only open menus, dialogs and lists need. */
const ONLY_OPEN =
  /@base-ui\/react\/.*(FocusManager|useDismiss|useAnchorPositioning|usePositioner|floating-ui-react|popups)|@floating-ui/

/**
 * Which modules share a file. The bundler splits everything else by the pages that import it. `entriesAware` would make
 * fewer files, but some that import each other, which read constants before they are set.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  // What every page needs is two files.
  { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
  { name: 'frame', tags: ['$initial'], priority: 1 },
  // Small and imported by many: a few bytes more for each page, and a request less for each of them.
  {
    name: 'pieces',
    // What these areas have is large, and their own pages share it by themselves.
    test: /lucide-react|dashboard\/src\/lib\/|packages\/(contract|sql)\/src\/(?!(?:auth|backups|logs|members|metrics|portable-projects|storage)\/).*\.(rules|endpoints)\.ts|-class\.ts/,
    minShareCount: 6,
    maxModuleSize: 4_000,
  },
  // What the table editor shows of the SQL editor.
  {
    name: 'sql-field',
    test: /sql\/query\/(LazySqlEditor|query\.queries|editor\/(FallbackEditor|return-focus))|sql\/src\/(lexer|split-statements|statement-at)\.ts/,
    minShareCount: 2,
  },
  // Fields are what only forms need.
  {
    name: 'controls',
    test: (id) => CONTROLS.test(id) && !ONLY_OPEN.test(id),
    minShareCount: 80,
  },
  // Whatever the number of pages, none loads this before something opens.
  { name: 'popups', test: ONLY_OPEN, minShareCount: 2 },
]

/** Loaded with the entry, so that no page needs to preload them. */
const SHARED = ['rolldown-runtime', 'libraries']
const isOfEveryPage = (file: string) => SHARED.some((name) => file.startsWith(`assets/${name}-`))

export default defineConfig({
  plugins: [
    endpointsWithoutSchemas,
    gridStyles,
    // Tests import components directly and must not rewrite the route tree while they run.
    !process.env.VITEST &&
      tanstackRouter({
        target: 'react',
        autoCodeSplitting: true,
        // No signed-in page goes without the frame.
        codeSplittingOptions: { splitBehavior: ({ routeId }) => (routeId === '/_shell' ? [] : undefined) },
        routesDirectory: join(here, 'src/routes'),
        generatedRouteTree: join(here, 'src/routeTree.gen.ts'),
        quoteStyle: 'single',
        semicolons: false,
        disableLogging: true,
      }),
    react(),
    tailwindcss(),
  ],
  worker: { format: 'es', plugins: () => [withoutNode] },
  server: { proxy },
  build: {
    target: 'es2023',
    modulePreload: {
      // Every browser that runs this target preloads modules by itself.
      polyfill: false,
      resolveDependencies: (_file, dependencies) => dependencies.filter((file) => !isOfEveryPage(file)),
    },
    // What a page loads before it is there is weighed by a test, which finds the files by it.
    manifest: 'files.json',
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
        chunkFileNames: ({ name }) => `assets/${SHARED.includes(name) ? `${name}-` : ''}[hash].js`,
      },
    },
    // An inlined font or image would be a data: address, which the content security policy refuses.
    assetsInlineLimit: 0,
  },
  test: {
    environment: 'jsdom',
    setupFiles: [join(here, 'src/test/setup.ts')],
    css: false,
  },
})
