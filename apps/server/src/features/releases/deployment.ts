import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { DEPLOYMENT_FILE, Deployment } from '@basalt/contract/releases/releases.schema.ts'

const unknown: Deployment = { commitSha: null, commitTime: null }

/** Read again each time: the dashboard may be built again while the server runs. */
export async function readDeployment(dashboardDir: string): Promise<Deployment> {
  try {
    return Deployment.parse(JSON.parse(await readFile(path.join(dashboardDir, DEPLOYMENT_FILE), 'utf8')))
  } catch {
    return unknown
  }
}
