import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchServer } from './server.ts'

/** Rare enough not to slow down what is awaited. */
const POLL_MS = 20

/** Creates a project and resolves once its database is healthy. */
export async function makeProject(server: BenchServer, slug: string, password: string) {
  const { ref } = await server.json('POST', '/platform/projects', {
    organization_slug: slug,
    name: 'Bench',
    db_pass: password,
  })
  for (;;) {
    const { status, failure } = await server.json('GET', `/platform/projects/${ref}`)
    if (status === 'ACTIVE_HEALTHY') return ref as string
    if (failure) throw new Error(failure)
    await sleep(POLL_MS)
  }
}

export async function makeOrganization(server: BenchServer) {
  const { slug } = await server.json('POST', '/platform/organizations', { name: 'Bench' })
  return slug as string
}

export const serviceKeyOf = (server: BenchServer, ref: string) => keyOf(server, ref, 'service_role')
export const anonKeyOf = (server: BenchServer, ref: string) => keyOf(server, ref, 'anon')

async function keyOf(server: BenchServer, ref: string, keyName: string): Promise<string> {
  const keys: { name: string; api_key: string }[] = await server.json('GET', `/v1/projects/${ref}/api-keys`)
  return keys.find(({ name }) => name === keyName)!.api_key
}

/** Puts a project to sleep; its last clients may take a moment to disconnect. */
export async function putToSleep(server: BenchServer, ref: string) {
  while ((await server.send('POST', `/platform/projects/${ref}/sleep`)).status !== 200) await sleep(POLL_MS)
}
