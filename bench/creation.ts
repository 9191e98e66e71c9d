import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import { makeOrganization, makeProject } from './projects.ts'
import { median, medianOf, report } from './report.ts'
import { startServer } from './server.ts'

const TIMES = 5
const BETWEEN_PROJECTS_MS = 2000
const PASSWORD = 'k7Rw2pXq-MzTd9'

/** Time from creating a project to its first query result, against copying its template and starting PostgreSQL on it. */
export async function benchCreation() {
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const slug = await makeOrganization(server)
  await makeProject(server, slug, PASSWORD)
  const times: number[] = []
  for (let count = 0; count < TIMES; count++) {
    // People create one project and look at it: the server has this time to prepare for the next.
    await sleep(BETWEEN_PROJECTS_MS)
    const from = performance.now()
    await makeProject(server, slug, PASSWORD)
    times.push(performance.now() - from)
  }
  const created = median(times)
  const idle = idleMemory()
  await server.stop()

  const copied = await medianOf(TIMES, async () => copyTemplate(dataDir))
  const started = await startedByHand()
  report({
    bench: 'new project to its first answered query',
    unit: 'ms',
    value: created,
    yardstick: { what: 'cp -a of the template, and a start', value: copied + started },
    target: '≤ 2×',
  })
  report({ bench: 'memory of an idle project (PSS)', unit: 'MB', value: idle, target: '≤ 20 MB' })
  removeDataDir(dataDir)
}

function copyTemplate(dataDir: string) {
  const [template] = globSync(path.join(dataDir, 'instances/templates/*/data'))
  const copy = path.join(dataDir, 'copy')
  execFileSync('cp', ['-a', template!, copy])
  execFileSync('rm', ['-rf', copy])
}

async function startedByHand() {
  const dataDir = newDataDir()
  const engine = await createEmbeddedEngine({
    dataDir,
    superuser: 'basalt_admin',
    portRange: { first: 58000, last: 58099 },
    log: () => undefined,
  })
  await engine.create('yardstick', { superuserPassword: PASSWORD })
  const times: number[] = []
  for (let count = 0; count < TIMES; count++) {
    const from = performance.now()
    await engine.start('yardstick')
    times.push(performance.now() - from)
    await engine.stop('yardstick')
  }
  await engine.close()
  removeDataDir(dataDir)
  return median(times)
}

/** The memory of one idle instance's processes, with shared pages divided among them (PSS). Linux only. */
function idleMemory() {
  const postmasters = globSync('/proc/[0-9]*/cmdline').filter((file) => {
    try {
      return readFileSync(file, 'utf8').includes('/instances/instances/')
    } catch {
      return false
    }
  })
  const pid = postmasters[0]?.split('/')[2]
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/)
  const kilobytes = [pid, ...children].map((one) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1] ?? 0),
  )
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}
