// Makes node_modules match the lockfile, then hands over to the pinned Node.
// Runs before anything is installed, so: no dependencies, and only what Node 20 can parse.
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
const wanted = createHash('sha256')
  .update(readFileSync('package-lock.json'))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex')

const isInstalled = () =>
  existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(pinnedNode)

function install() {
  console.log('Installing packages …')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  // NODE_ENV=production would leave out what builds the dashboard.
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
  writeFileSync(stamp, wanted)
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

/** What the server's process is given before it runs (decision 035); of the tasks only this one becomes the server. */
function launchOptions() {
  if (process.argv[2] !== 'start') return { flags: [], env: {} }
  const { nodeFlags, compileCache } = JSON.parse(readFileSync('apps/server/launch.json', 'utf8'))
  return { flags: nodeFlags, env: { NODE_COMPILE_CACHE: path.join(root, compileCache) } }
}

const { flags, env } = launchOptions()
const child = spawn(
  pinnedNode,
  [...flags, path.join(root, 'scripts', 'tasks.ts'), ...process.argv.slice(2)],
  {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...env,
      PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH}`,
    },
  },
)
surviveClosedOutput()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => child.kill(signal))
// `npm` runs this through `sh -c`, which does not pass SIGTERM on: notice that the shell went away and stop too.
const shell = process.ppid
let wasInBackground = isInBackground()
const watch = setInterval(() => {
  if (process.ppid !== shell) child.kill('SIGTERM')
  else wasInBackground = isInBackground()
}, 500).unref()
// The terminal was closed, which ends npm and the shell too. A program in its background keeps running without them.
process.on('SIGHUP', () => (wasInBackground ? clearInterval(watch) : child.kill('SIGTERM')))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
