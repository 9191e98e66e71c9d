import { every, type PlainJob } from '../../platform/jobs/job.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { Instances } from '../instances/instances.port.ts'
import type { ReportIncident } from '../notifications/notifications.port.ts'
import { failOverStore } from './fail-overs.store.ts'
import { failOvers } from './fail-overs.ts'
import { readDatabases } from './read-databases.ts'
import { replicaLags } from './replica-lags.ts'
import { replicaRoutes } from './replicas.routes.ts'
import { REPLICA_ANSWER_TIMEOUT_MS } from './replicas.rules.ts'
import { replicaService } from './replicas.service.ts'
import type { ReplicaStore } from './replicas.store.ts'

interface Needs {
  store: ReplicaStore
  instances: Instances
  reportIncident: ReportIncident
  /** The backups of a project from before do not go on with the data that it gets now. */
  beginHistory(ref: string): Promise<void>
  /** Makes a branch that takes over the data of a replica. */
  createBranch(ref: string, branch: { name: string; replica: string }): Promise<{ project_ref: string }>
}

/** Read replicas: servers that follow the database of a project and answer reads. */
export function replicasSlice(
  { gates, config, engine, metadata, databases, projects, projectSecrets, now, failed }: Platform,
  { store, instances, reportIncident, beginHistory, createBranch }: Needs,
) {
  const lags = replicaLags({
    store,
    databases,
    async onProbe({ identifier, ref }, isAnswering) {
      if (isAnswering) await store.change(identifier, ['ACTIVE_UNHEALTHY'], 'ACTIVE_HEALTHY')
      else if (await store.change(identifier, ['ACTIVE_HEALTHY'], 'ACTIVE_UNHEALTHY', 'It does not answer.'))
        await databases.abortReads(ref, identifier)
      else return
      lags.forget(ref)
    },
    now,
    onError: failed('Reading the lag of read replicas failed'),
  })
  const service = replicaService({
    engine,
    store,
    failOvers: failOvers({
      engine,
      store: failOverStore(metadata),
      instances,
      beginHistory,
      isAnswering: (ref) =>
        databases.asAdmin
          .sessionIfAwake(ref, async (client) => (await client.query('select 1')).rowCount === 1, {
            statementTimeoutMs: REPLICA_ANSWER_TIMEOUT_MS,
          })
          .then(
            (answers) => answers === true,
            () => false,
          ),
      releaseReplica: databases.releaseReplica,
      report: reportIncident,
      now,
    }),
    lags,
    createBranch,
    statusOf: async (ref) => (await projects.find(ref))?.status,
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
    run: service.reconcile,
  }
  return {
    service,
    resolve: service.resolve,
    chooseReadDatabase: readDatabases(lags, now).choose,
    lags,
    routes: (app) => app.register(replicaRoutes({ gates, service })),
    jobs: [rebuilding],
    start(resumed) {
      lags.start()
      void resumed.then(service.resumeAll).catch(failed('Resuming read replicas failed'))
    },
    forget: service.forget,
    async close() {
      await lags.close()
      await service.close()
    },
  } satisfies SliceWithPort
}
