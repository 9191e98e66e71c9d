import { runTool } from '../child.ts'

/** `npm run openapi`: writes docs/openapi.json from the mounted routes. */
export const openapi = (): Promise<number> => runTool('vitest', ['run', '--project', 'node', 'openapi', '-u'])
