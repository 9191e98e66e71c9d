import { dirname } from 'node:path'
import { buildDashboard, isDashboardBuilt } from '../dashboard/build.ts'
import { buildServer } from '../server/build.ts'
import { isServerBuilt } from '../server/current-build.ts'

/** Builds what `npm start` runs and serves: both `dashboard` and `server`, unless one of them is named. */
export async function build([only]: string[] = []): Promise<number> {
  try {
    if (only !== 'dashboard' && !isServerBuilt()) await buildServer()
    if (only === 'server' || isDashboardBuilt()) return 0
    const code = await buildDashboard()
    if (code !== 0) console.error('Building the dashboard failed; see the reason above.')
    return code
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code ?? '')) throw error
    console.error(
      `This user may not write to ${path && dirname(path)}. Run the command once as the owner of the folder, or clone Basalt into a folder of this user.`,
    )
    return 1
  }
}
