import { ANONYMOUS_SIGN_INS } from '@basalt/catalog/lints/policy-lints.ts'
import { ADVISORS_DAILY } from '@basalt/contract/advisors/advisors.rules.ts'
import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import type { ProjectJob } from '../../platform/jobs/job.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { DataApiSettingsOf } from '../data-api-settings/data-api-settings.port.ts'
import type { NetworkAccess } from '../network-access/network-access.port.ts'
import type { Notifier } from '../notifications/notifications.port.ts'
import { advisorNotice } from './advisor-notice.ts'
import type { AdvisorChecks } from './advisors.port.ts'
import { advisorRoutes } from './advisors.routes.ts'
import { advisorService } from './advisors.service.ts'
import { advisorStore } from './advisors.store.ts'
import { platformFacts } from './platform-facts.ts'
import { runAfterChanges } from './run-after-changes.ts'

interface Needs {
  readonly settingsOf: DataApiSettingsOf
  readonly authSettingsOf: (ref: string) => MaybePromise<AuthSettings>
  readonly networkRulesOf: NetworkAccess['of']
  readonly notifier: Pick<Notifier, 'notifyMembers'>
}

const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

/** The security and performance advisors: what they find, what members dismissed, and when they run. */
export function advisorsSlice(
  platform: Platform,
  { settingsOf, authSettingsOf, networkRulesOf, notifier }: Needs,
): SliceWithPort<{ checks: AdvisorChecks }> {
  const { gates, config, metadata, databases, projectSecrets, projects, bus, now, failed } = platform
  const service = advisorService({
    store: advisorStore(metadata),
    exposedSchemas: async (ref) => (await settingsOf(ref)).db_schemas,
    async leftOut(ref) {
      const { external_anonymous_users_enabled: isOn } = await authSettingsOf(ref)
      return isOn ? [] : [ANONYMOUS_SIGN_INS]
    },
    async situationOf(ref, hasUsers) {
      const [facts, network, auth, databasePassword] = await Promise.all([
        platformFacts(metadata, ref),
        networkRulesOf(ref),
        authSettingsOf(ref),
        projectSecrets.read(ref, 'database_password'),
      ])
      return {
        ...facts,
        edition: config.edition,
        isLocal: LOOPBACK.includes(config.host),
        sslEnforced: network.ssl_enforced,
        allowedCidrs: network.allowed_cidrs,
        databasePassword,
        auth: hasUsers ? auth : undefined,
      }
    },
    rows: databases.asOwner.rows,
    rowsIfAwake: databases.asOwner.rowsIfAwake,
    async onRun(ref, { errors, hasChanged }) {
      const project = await projects.find(ref)
      if (!project) return
      if (hasChanged) bus.publish(project.organization_id, { type: 'advisors', ref })
      if (errors.length > 0)
        await notifier.notifyMembers(project.organization_id, advisorNotice(project, errors))
    },
    now,
  })
  const onFailed = failed('Running the advisors failed')
  const afterChanges = runAfterChanges({ run: service.runIfAwake, onError: onFailed })
  const daily: ProjectJob = {
    name: 'advisors-daily',
    title: 'Run the advisors',
    schedule: ADVISORS_DAILY,
    forProjects: 'only-if-awake',
    run: ({ ref }) => service.runIfAwake(ref),
  }
  let unsubscribe = () => {}
  return {
    checks: {
      findOnCopy: (ref, client) =>
        service.findIn(
          ref,
          async <Row extends object>(_: string, sql: string) => (await client.query<Row>(sql)).rows,
        ),
    },
    routes: (app) => app.register(advisorRoutes({ gates, service, publicUrl: config.publicUrl })),
    jobs: [daily],
    start() {
      unsubscribe = bus.subscribe((_audience, event) => {
        if (event.type === 'tables_changed') afterChanges.changed(event.ref)
      })
    },
    release: afterChanges.forget,
    forget(ref) {
      afterChanges.forget(ref)
      service.forget(ref)
    },
    async close() {
      unsubscribe()
      afterChanges.close()
      await service.idle()
    },
  }
}
