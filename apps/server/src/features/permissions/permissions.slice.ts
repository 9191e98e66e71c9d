import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { permissionRoutes } from './permissions.routes.ts'
import type { PermissionStore } from './permissions.store.ts'

export const permissionsSlice = ({ gates }: Platform, { store }: { store: PermissionStore }): Slice => ({
  routes: (app) => app.register(permissionRoutes({ gates, store })),
})
