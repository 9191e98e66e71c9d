import { startNode, startTool } from '../child.ts'
import { makeDemoData } from '../demo/demo-data.ts'
import { inRepository } from '../repository.ts'

const defaults = {
  BASALT_PORT: '4000',
  // Separate from the data of `npm start`, so that experiments never affect it.
  BASALT_DATA_DIR: '.basalt-dev',
  BASALT_OWNER_EMAIL: 'dev@example.com',
  BASALT_OWNER_PASSWORD: 'basalt-dev',
}

/** `npm run dev`: the server restarts and the dashboard reloads when a file changes; a fresh one gets demo data. */
export async function dev(): Promise<number> {
  const env = { ...defaults, ...process.env }
  const server = startNode(
    ['--watch', '--watch-preserve-output', inRepository('apps', 'server', 'src', 'main.ts')],
    env,
  )
  const dashboard = startTool('vite', [inRepository('apps', 'dashboard')], env)
  makeDemoData(`http://127.0.0.1:${env.BASALT_PORT}`, env.BASALT_OWNER_EMAIL, env.BASALT_OWNER_PASSWORD).then(
    () =>
      console.log(
        `\n  Open the dashboard at the local address above and sign in as ${env.BASALT_OWNER_EMAIL} with the password ${env.BASALT_OWNER_PASSWORD}\n`,
      ),
    (error: Error) => console.error(`There is no demo data: ${error.message}`),
  )
  const code = await Promise.race([server.ended, dashboard.ended])
  server.stop()
  dashboard.stop()
  await Promise.all([server.ended, dashboard.ended])
  return code
}
