import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

const cores = availableParallelism()
/**
 * Vitest leaves one core free, which on two cores is half. One more than there are, because many tests wait: for a
 * PostgreSQL to start or stop, or for a moment to pass. Stated in each project, because they do not inherit it, and only
 * projects that agree share their workers.
 */
const maxWorkers = cores + 1

const launch: { compileCache: string } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'apps/server/launch.json'), 'utf8'),
)

/** A busy machine is no reason to fail; where nobody can look at once, neither is one unlucky attempt of three (decision 015). */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, retry: process.env.CI ? 2 : 0 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          maxWorkers,
          environment: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'apps/dashboard/vite/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          // Loading the server's modules for each of three hundred files took a fifth of their time.
          isolate: false,
          // Some tests start the server in a process of its own, a hundred times in a run. It keeps what it compiles, as
          // it does for `npm start`, or compiling would be half of a start.
          env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, launch.compileCache) },
          globalSetup: ['packages/testing/src/postgres/global-setup.ts'],
          ...patience,
        },
      },
      {
        test: {
          name: 'architecture',
          maxWorkers,
          environment: 'node',
          ...patience,
          include: ['tools/**/*.test.ts'],
        },
      },
      {
        extends: 'apps/dashboard/vite.config.ts',
        test: {
          name: 'dashboard',
          // Its tests wait for nothing but the processor.
          maxWorkers: Math.max(2, cores),
          environment: 'jsdom',
          ...patience,
          // Loading React and a jsdom for each of a hundred files took six times as long as all of their tests.
          // What a test leaves behind is cleared in src/test/setup.ts.
          isolate: false,
          // By itself, or its workers would take turns with the others' and load everything again each time.
          sequence: { groupOrder: 1 },
          include: ['apps/dashboard/src/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
