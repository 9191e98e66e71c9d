import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { withOwner } from './server-process.ts'

/** One real server for all tests; each test makes its own user, organization and project on it. */
export default async function globalSetup() {
  const dataDir = newDataDir()
  const server = await startServer(dataDir, withOwner)
  // Playwright hands the environment on to its workers.
  process.env.BASALT_E2E_ORIGIN = server.origin
  return async () => {
    await server.stop()
    removeDataDir(dataDir)
  }
}
