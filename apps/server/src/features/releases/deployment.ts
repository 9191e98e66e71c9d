import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { DEPLOYMENT_FILE, Deployment } from '@basalt/contract/releases/releases.schema.ts'

const unknown: Deployment = { commitSha: null, commitTime: null }

/** Reads the file on every call, because the dashboard can be rebuilt meanwhile. All null when it cannot be read. */
export async function readDeployment(dashboardDir: string): Promise<Deployment> {
  try {
    return Deployment.parse(JSON.parse(await readFile(path.join(dashboardDir, DEPLOYMENT_FILE), 'utf8')))
  } catch {
    return unknown
  }
}
