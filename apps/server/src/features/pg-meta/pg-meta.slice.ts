import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { accessRoutes } from './access.routes.ts'
import { catalogAnswers } from './catalog-answers.ts'
import { objectsRoutes } from './objects.routes.ts'
import { relationsRoutes } from './relations.routes.ts'

/** What a project's database contains, in the shapes of the public postgres-meta API, for scripts and type generators. */
export const pgMetaSlice = ({ gates, databases: { asMember } }: Platform): Slice => ({
  async routes(app) {
    const deps = { gates, answers: catalogAnswers(asMember.transaction) }
    await app.register(relationsRoutes(deps))
    await app.register(objectsRoutes(deps))
    await app.register(accessRoutes(deps))
  },
})
