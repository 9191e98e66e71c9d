import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inRepository } from '../repository.ts'
import { buildServer } from './build.ts'
import { buildsIn, isServerBuilt, serverProgram } from './current-build.ts'

const run = promisify(execFile)

let repository: string
const inSources = (file: string) => path.join(repository, 'apps/server/src', file)
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(inSources(file)), { recursive: true })
  writeFileSync(inSources(file), text)
}
beforeEach(() => {
  repository = realpathSync(mkdtempSync(path.join(tmpdir(), 'basalt-build-')))
  for (const file of ['package-lock.json', 'scripts/server/bundle.ts'])
    cpSync(inRepository(file), path.join(repository, file))
  write('main.ts', `import { word } from './word.ts'\nconsole.log(word)`)
  write('word.ts', `export const word: string = 'one'`)
})
afterEach(() => rmSync(repository, { recursive: true, force: true }))

/** Runs the newest build with the server's flag for stack traces, and returns what it prints. */
const output = async () => {
  const { stdout } = await run(process.execPath, ['--enable-source-maps', serverProgram(repository)])
  return stdout.trim()
}
/** A program that builds the server. */
const buildProgram =
  () => `import { buildServer } from ${JSON.stringify(path.join(import.meta.dirname, 'build.ts'))}
  await buildServer(${JSON.stringify(repository)})`
const builds = () =>
  readdirSync(buildsIn(repository), { withFileTypes: true }).filter((entry) => entry.isDirectory())

test('a changed source, settled version or bundler requires a new build; other files do not', async () => {
  expect(isServerBuilt(repository)).toBe(false)
  await buildServer(repository)
  expect(isServerBuilt(repository)).toBe(true)
  expect(await output()).toBe('one')

  write('word.test.ts', 'nothing of the program')
  expect(isServerBuilt(repository)).toBe(true)

  write('word.ts', `export const word: string = 'two'`)
  expect(isServerBuilt(repository)).toBe(false)
  await buildServer(repository)
  expect(await output()).toBe('two')

  for (const file of ['package-lock.json', 'scripts/server/bundle.ts']) {
    writeFileSync(path.join(repository, file), 'changed')
    expect(isServerBuilt(repository)).toBe(false)
    await buildServer(repository)
    expect(isServerBuilt(repository)).toBe(true)
  }
})

test('a source that was renamed requires a new build', async () => {
  await buildServer(repository)
  rmSync(inSources('word.ts'))
  expect(isServerBuilt(repository)).toBe(false)
})

test('a build whose files were removed is built again', async () => {
  await buildServer(repository)
  rmSync(path.dirname(serverProgram(repository)), { recursive: true })
  expect(isServerBuilt(repository)).toBe(false)
  await buildServer(repository)
  expect(await output()).toBe('one')
})

test('import.meta names the source, and programs beside it run from the build', async () => {
  write(
    'deep/programs.ts',
    `import { fork } from 'node:child_process'
     import { once } from 'node:events'
     import { Worker } from 'node:worker_threads'
     const whereabouts = (program: { on(event: string, listener: (text: string) => void): unknown }) =>
       new Promise<string>((resolve) => program.on('message', resolve))
     export const thread = () => whereabouts(new Worker(new URL('./thread.ts', import.meta.url)))
     export const child = () => whereabouts(fork(new URL('./child.ts', import.meta.url)))
     export const places = [import.meta.dirname, import.meta.url]`,
  )
  write(
    'deep/thread.ts',
    `import { parentPort } from 'node:worker_threads'
     import { word } from '../word.ts'
     parentPort!.postMessage(word + new Error().stack)`,
  )
  write(
    'deep/child.ts',
    `import { word } from '../word.ts'\nprocess.send!(word + process.argv[1]); process.disconnect()`,
  )
  write(
    'main.ts',
    `import path from 'node:path'
     import { child, places, thread } from './deep/programs.ts'
     console.log(JSON.stringify([path.resolve(places[0]!), places[1], await thread(), await child()]))`,
  )
  await buildServer(repository)
  const { stdout } = await run(process.execPath, [serverProgram(repository)])
  const [folder, url, thread, child] = JSON.parse(stdout) as string[]
  expect(folder).toBe(inSources('deep'))
  expect(url).toBe(`file://${inSources('deep/programs.ts')}`)
  const build = path.dirname(serverProgram(repository))
  expect(thread).toMatch(/^one/)
  expect(thread).toContain(path.join(build, 'thread.js'))
  expect(child).toBe(`one${path.join(build, 'child.js')}`)
})

test('what is loaded late is loaded late', async () => {
  write('main.ts', `await import('./one.ts'); console.log('between'); await import('./two.ts')`)
  write('one.ts', `console.log('one')`)
  write('two.ts', `console.log('two')`)
  await buildServer(repository)
  expect(await output()).toBe('one\nbetween\ntwo')
})

test('a stack trace names the line of the source', async () => {
  write(
    'main.ts',
    `interface Absent {}\n\nconst fails = () => {\n  return new Error().stack\n}\nconsole.log(fails())`,
  )
  await buildServer(repository)
  expect(await output()).toContain(`at fails (${inSources('main.ts')}:4:10)`)
})

test.each([
  ['do not compile', 'export const word = (', 'word.ts'],
  [
    'import a package that is missing',
    `export { word } from '@basalt/missing/word.ts'`,
    '@basalt/missing/word.ts',
  ],
])('sources that %s are refused, and the last build stays', async (_, text, named) => {
  await buildServer(repository)
  write('word.ts', text)
  await expect(buildServer(repository)).rejects.toThrow(named)
  expect(isServerBuilt(repository)).toBe(false)
  expect(await output()).toBe('one')
})

test('a killed build leaves the last one working, and the next build clears up', async () => {
  await buildServer(repository)
  write('word.ts', `export const word: string = 'two'`)
  // Nobody writes to this pipe, so that reading it keeps the build from ending.
  write('main.ts', `import './pipe.ts'; import { word } from './word.ts'; console.log(word)`)
  await run('mkfifo', [inSources('pipe.ts')])
  const build = spawn(process.execPath, ['--input-type=module', '-e', buildProgram()])
  await once(build.stdout, 'data')
  build.kill('SIGKILL')
  await once(build, 'exit')

  rmSync(inSources('pipe.ts'))
  write('pipe.ts', '')
  expect(await output()).toBe('one')
  await buildServer(repository)
  expect(await output()).toBe('two')
  expect(builds()).toHaveLength(2)
  expect(existsSync(`${buildsIn(repository)}.lock`)).toBe(false)
})

test('commands that start at once build once', async () => {
  const outputs = await Promise.all(
    [1, 2, 3].map(() => run(process.execPath, ['--input-type=module', '-e', buildProgram()])),
  )
  expect(outputs.map(({ stdout }) => stdout).filter(Boolean)).toEqual(['Building the server …\n'])
  expect(await output()).toBe('one')
})

test('the builds of the last few changes stay, for servers that run from them', async () => {
  const words = ['a', 'b', 'c', 'd', 'e', 'f']
  const programs: string[] = []
  for (const word of words) {
    write('word.ts', `export const word: string = '${word}'`)
    await buildServer(repository)
    programs.push(serverProgram(repository))
  }
  const outputs = await Promise.all(programs.map((program) => run(process.execPath, [program])))
  expect(outputs.map(({ stdout }) => stdout.trim())).toEqual(['f', 'b', 'c', 'd', 'e', 'f'])
})
