import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchServer } from './server.ts'

/** Makes a project and resolves once its database has answered. */
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
    // Seldom enough that asking does not slow down what is waited for.
    await sleep(20)
  }
}

export async function makeOrganization(server: BenchServer) {
  const { slug } = await server.json('POST', '/platform/organizations', { name: 'Bench' })
  return slug as string
}

export async function serviceKeyOf(server: BenchServer, ref: string): Promise<string> {
  const keys: { name: string; api_key: string }[] = await server.json('GET', `/v1/projects/${ref}/api-keys`)
  return keys.find(({ name }) => name === 'service_role')!.api_key
}
