import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { documentationRoutes } from './documentation.routes.ts'

/** The guides, served to the dashboard. */
export const documentationSlice = ({ gates, config }: Platform): Slice => ({
  routes: (app) => app.register(documentationRoutes({ gates, productDir: config.productDir })),
})
