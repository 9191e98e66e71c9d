import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import { makeOrganization, makeProject, putToSleep } from './projects.ts'
import { median, report } from './report.ts'
import { startServer } from './server.ts'

const PROJECTS = 10
const STARTS = 5
const PASSWORD = 'k7Rw2pXq-MzTd9'

/** Time of a warm start with ten sleeping projects to the first response, and the server's memory after it. */
export async function benchStart() {
  const dataDir = newDataDir()
  const first = await startServer(dataDir)
  const slug = await makeOrganization(first)
  for (let count = 0; count < PROJECTS; count++) {
    const ref = await makeProject(first, slug, PASSWORD)
    await putToSleep(first, ref)
  }
  await first.stop()

  const starts: number[] = []
  const memory: number[] = []
  for (let count = 0; count < STARTS; count++) {
    const server = await startServer(dataDir)
    starts.push(server.startMs)
    memory.push(server.residentMegabytes())
    await server.stop()
  }
  report({
    bench: 'warm start, ten sleeping projects',
    unit: 'ms',
    value: median(starts),
    target: '≤ 1500 ms',
  })
  report({ bench: 'memory of the server after it', unit: 'MB', value: median(memory), target: '≤ 160 MB' })
  removeDataDir(dataDir)
}
