import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { documentRoutes } from './documents.routes.ts'

/** The legal and security documents of an installation. */
export const documentsSlice = ({ gates, config }: Platform): Slice => ({
  routes: (app) =>
    app.register(
      documentRoutes({
        gates,
        productDir: config.productDir,
        isMetadataExternal: config.metadataUrl !== undefined,
        releasesUrl: config.releasesUrl,
        mailUrl: config.mail?.url.href,
      }),
    ),
})
