// Makes node_modules match the lockfile, then starts the pinned Node.
// Runs before anything is installed: no dependencies, and only syntax that Node 20 supports.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInBackground, surviveClosedOutput } from './hangup.mjs'
import { withLock } from './lock.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const isWindows = process.platform === 'win32'
const pinnedNode = path.join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node')
const stamp = path.join(root, 'node_modules', '.installed')
const digest = createHash('sha256')
  .update(readFileSync('package-lock.json'))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex')

const isInstalled = () =>
  existsSync(stamp) && readFileSync(stamp, 'utf8') === digest && existsSync(pinnedNode)

function install() {
  console.log('Installing packages …')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  // With NODE_ENV=production npm would omit what builds the dashboard.
  const env = { ...process.env, NODE_ENV: '' }
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { stdio: 'inherit', env })
    : spawnSync(isWindows ? 'npm.cmd' : 'npm', args, { stdio: 'inherit', shell: isWindows, env })
  if (result.status !== 0) {
    console.error(
      'Installing the packages failed. Check the network and the free disk space, then run the command again.',
    )
    process.exit(result.status ?? 1)
  }
  if (!existsSync(pinnedNode)) {
    console.error(
      'npm did not run the install script of the "node" package (is ignore-scripts set?). Run: npm rebuild node --ignore-scripts=false',
    )
    process.exit(1)
  }
  writeFileSync(stamp, digest)
}

if (!isInstalled()) {
  try {
    // Two commands started at once must not install into the same folder.
    await withLock(path.join(root, '.setup-lock'), () => isInstalled() || install())
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (!['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))) throw error
    console.error(
      `This user may not write to ${root}. Clone Basalt into a folder of this user and start there.`,
    )
    process.exit(1)
  }
}

/** Flags and environment of the server's process (decision 035); `start` is the only task that becomes the server. */
function launchOptions() {
  if (process.argv[2] !== 'start') return { flags: [], env: process.env }
  const { nodeFlags, environment, compileCache } = JSON.parse(readFileSync('apps/server/launch.json', 'utf8'))
  const env = { ...environment, ...process.env, NODE_COMPILE_CACHE: path.join(root, compileCache) }
  return { flags: nodeFlags, env }
}

const { flags, env } = launchOptions()
const child = spawn(
  pinnedNode,
  [...flags, path.join(root, 'scripts', 'tasks.ts'), ...process.argv.slice(2)],
  {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...env,
      PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH}`,
    },
  },
)
surviveClosedOutput()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => child.kill(signal))
// `npm` runs this through `sh -c`, which does not pass SIGTERM on: detect the end of the shell, and stop too.
const shell = process.ppid
let wasInBackground = isInBackground()
const watch = setInterval(() => {
  if (process.ppid !== shell) child.kill('SIGTERM')
  else wasInBackground = isInBackground()
}, 500).unref()
// The terminal was closed, which also ends npm and the shell. A background program keeps running without them.
process.on('SIGHUP', () => (wasInBackground ? clearInterval(watch) : child.kill('SIGTERM')))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
