import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { dumpRoutes } from './dump.routes.ts'
import { dumpService } from './dump.service.ts'

/** Downloads a whole database as SQL. */
export const dumpSlice = ({ gates, databases, secrets, projects, now }: Platform): Slice => ({
  routes: (app) =>
    app.register(
      dumpRoutes({
        gates,
        service: dumpService({ asAdmin: databases.asAdmin.session }),
        secrets,
        projectOf: projects.find,
        now,
      }),
    ),
})
