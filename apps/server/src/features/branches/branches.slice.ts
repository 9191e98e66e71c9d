import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { branchRoutes } from './branches.routes.ts'
import { branchStore } from './branches.store.ts'

export const branchesSlice = ({ gates, metadata, permissions }: Platform): Slice => ({
  routes: (app) => app.register(branchRoutes({ gates, store: branchStore(metadata), permissions })),
})
