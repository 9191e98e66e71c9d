import { execFileSync } from 'node:child_process'
import { runningProcesses } from '@basalt/testing/processes.ts'
import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, onTestFinished, test } from 'vitest'

const owner = { email: 'owner@example.com', password: 'correct horse battery' }

/** The user ids of PostgreSQL's main processes on a data directory, and whether they serve the metadata. */
const serversOn = (dataDir: string) =>
  runningProcesses()
    .filter(({ args }) => args.includes(` -D ${dataDir}/`))
    .map(({ uid, args }) => ({ uid, isMetadata: args.includes(`${dataDir}/metadata/`) }))

test('the metadata database and every project run as separate system users, even on data from before they did', async ({
  skip,
}) => {
  skip(process.getuid?.() !== 0, 'only root gives processes other users than itself')
  const dataDir = newDataDir()
  onTestFinished(() => removeDataDir(dataDir))
  const environment = { BASALT_OWNER_EMAIL: owner.email, BASALT_OWNER_PASSWORD: owner.password }
  const first = await startServer(dataDir, environment)
  const headers = { origin: first.origin, 'content-type': 'application/json' }
  const post = (path: string, body: object, cookie = '') =>
    fetch(first.origin + path, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify(body),
    })
  const cookie = (await post('/platform/auth/sign-in', owner)).headers.getSetCookie()[0]!.split(';')[0]!
  const { slug } = (await (await post('/platform/organizations', { name: 'Bakery' }, cookie)).json()) as {
    slug: string
  }
  for (const name of ['one', 'two']) {
    const made = await post('/platform/projects', { organization_slug: slug, name }, cookie)
    expect(made.status).toBe(201)
  }
  const uidsAreApart = () => {
    const servers = serversOn(dataDir)
    const uids = servers.map(({ uid }) => uid)
    return servers.length === 3 && new Set(uids).size === 3 && !uids.includes(0)
  }
  await waitFor(uidsAreApart)
  const project = serversOn(dataDir).find(({ isMetadata }) => !isMetadata)!
  await first.stop()
  // As earlier versions left it: the metadata belongs to a project's user.
  const metadata = `${dataDir}/metadata/instances/metadata`
  execFileSync('chown', ['-R', `${project.uid}:${project.uid}`, `${metadata}/data`, `${metadata}/log`])
  const second = await startServer(dataDir, environment)
  onTestFinished(() => second.stop())
  await waitFor(uidsAreApart)
})
