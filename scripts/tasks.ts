// Runs `npm start`, `npm test` and the other commands, after up.mjs has made the packages match the lockfile.
type Task = (args: string[]) => Promise<number | undefined>

/** Loaded on demand, so that a start does not load the test tools. */
const tasks: Record<string, () => Promise<Task>> = {
  start: async () => (await import('./tasks/start.ts')).start,
  serve: async () => (await import('./tasks/serve.ts')).serve,
  dev: async () => (await import('./tasks/dev.ts')).dev,
  build: async () => (await import('./tasks/build.ts')).build,
  check: async () => (await import('./tasks/check.ts')).check,
  test: async () => (await import('./tasks/test.ts')).test,
  e2e: async () => (await import('./tasks/e2e.ts')).e2e,
  openapi: async () => (await import('./tasks/openapi.ts')).openapi,
  'test:frameworks': async () => (await import('./tasks/frameworks.ts')).frameworks,
  'test:drivers': async () => (await import('./tasks/drivers.ts')).drivers,
  'test:sources': async () => (await import('./tasks/sources.ts')).sources,
  chaos: async () => (await import('./tasks/chaos.ts')).chaos,
  torture: async () => (await import('./tasks/torture.ts')).torture,
  dump: async () => (await import('./tasks/commands.ts')).dump,
  restore: async () => (await import('./tasks/commands.ts')).restore,
  'reset-password': async () => (await import('./tasks/commands.ts')).resetPassword,
  'leaked-passwords': async () => (await import('./tasks/commands.ts')).leakedPasswords,
  fuzz: async () => (await import('./tasks/fuzz.ts')).fuzz,
  bench: async () => (await import('./tasks/bench.ts')).bench,
}

const [name = '', ...args] = process.argv.slice(2)
const load = Object.hasOwn(tasks, name) ? tasks[name] : undefined
if (!load) {
  console.error(`There is no task "${name}". Tasks: ${Object.keys(tasks).join(', ')}`)
  process.exit(1)
}
const code = await (await load())(args)
// A running server has no exit code yet.
if (code !== undefined) process.exit(code)
