import { every, type PlainJob } from '../../platform/jobs/job.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import { replicaRoutes } from './replicas.routes.ts'
import { replicaService } from './replicas.service.ts'
import type { ReplicaStore } from './replicas.store.ts'

/** Read replicas: servers that follow the database of a project and answer reads. */
export function replicasSlice(
  { gates, config, engine, databases, projectSecrets, now, failed }: Platform,
  { store }: { store: ReplicaStore },
) {
  const service = replicaService({
    engine,
    store,
    databases,
    secrets: projectSecrets,
    region: config.region,
    isOffered: !config.disabledFeatures.includes('infrastructure:read_replicas'),
    now,
    onError: failed('Work on a read replica failed'),
  })
  const rebuilding: PlainJob = {
    name: 'replicas-rebuild',
    title: 'Rebuild read replicas that are too far behind',
    schedule: every({ minutes: 1 }),
    run: service.rebuildLost,
  }
  return {
    service,
    resolve: service.resolve,
    routes: (app) => app.register(replicaRoutes({ gates, service })),
    jobs: [rebuilding],
    start: (resumed) => void resumed.then(service.resumeAll).catch(failed('Resuming read replicas failed')),
    forget: service.forget,
    close: service.close,
  } satisfies SliceWithPort
}
