import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { withOwner } from './server-process.ts'

/** One real server for all tests; each test creates its own user, organization and project. */
export default async function globalSetup() {
  const dataDir = newDataDir()
  // Each test user has its own IP address, so that they share no rate limit.
  const server = await startServer(dataDir, {
    ...withOwner,
    BASALT_TRUSTED_PROXIES: '127.0.0.1',
    // Receivers of webhooks are on this machine.
    BASALT_PRIVATE_NETWORKS: 'allow',
  })
  // Playwright passes the environment to its workers.
  process.env.BASALT_E2E_ORIGIN = server.origin
  return async () => {
    await server.stop()
    removeDataDir(dataDir)
  }
}
