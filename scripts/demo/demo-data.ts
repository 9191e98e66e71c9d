import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getHealth } from '@basalt/contract/installation/installation.endpoints.ts'
import {
  createOrganization,
  listOrganizations,
} from '@basalt/contract/organizations/organizations.endpoints.ts'
import { createProject, getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { type Caller, call, signedIn } from '../api-client.ts'
import { poll } from '../poll.ts'

const START_LIMIT_MS = 120_000
const PROJECT_LIMIT_MS = 120_000

/** Fills a new installation with an organization, and a project that contains a small shop. */
export async function makeDemoData(origin: string, email: string, password: string): Promise<void> {
  await poll('the server', START_LIMIT_MS, () => call({ origin }, getHealth, {}).catch(() => undefined))
  const owner = await signedIn({ origin }, email, password)
  const organizations = await call(owner, listOrganizations, {})
  if (organizations.length > 0) return
  const organization = await call(owner, createOrganization, { body: { name: 'Acme' } })
  const project = await call(owner, createProject, {
    body: { organization_slug: organization.slug, name: 'Shop' },
  })
  await whenHealthy(owner, project.ref)
  const query = readFileSync(path.join(import.meta.dirname, 'shop.sql'), 'utf8')
  await call(owner, runQuery, { params: { ref: project.ref }, query: {}, body: { query } })
}

/** Resolves with the project once its database is healthy; rejects when it failed to start. */
export const whenHealthy = (caller: Caller, ref: string) =>
  poll(`project ${ref}`, PROJECT_LIMIT_MS, async () => {
    const project = await call(caller, getProject, { params: { ref } })
    if (project.failure) throw new Error(`Project ${ref} did not start: ${project.failure}`)
    return project.status === 'ACTIVE_HEALTHY' ? project : undefined
  })
