import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  getPolicyExpectations,
  runPolicyMatrix,
  savePolicyExpectations,
} from '@basalt/contract/policy-matrix/policy-matrix.endpoints.ts'
import { disconnectSignal } from '../../http/client-disconnect.ts'
import { mount } from '../../http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { Rehearsals } from '../rehearsals/rehearsals.port.ts'
import { checkExpectations } from './check-expectations.ts'
import { expectationStore } from './expectations.store.ts'
import type { PolicyChecks } from './policy-matrix.port.ts'
import { tryAccesses } from './try-accesses.ts'

/** What roles and users may do with the rows of tables, tried on a copy of their database. */
export function policyMatrixSlice(
  { gates, metadata, now }: Platform,
  { onCopy }: Pick<Rehearsals, 'onCopy'>,
) {
  const store = expectationStore(metadata)
  const checks: PolicyChecks = {
    async check(ref, client, signal) {
      const { expectations } = await store.find(ref)
      return expectations && checkExpectations(client, expectations, signal)
    },
  }
  return {
    checks,
    routes(app) {
      const writing = gates.project(needs.runAnySql, { changesNothing: true })

      mount(app, runPolicyMatrix, writing, async ({ project, body }, _request, reply) => {
        const signal = disconnectSignal(reply)
        const { result, copy_ms } = await onCopy(project.ref, { signal }, (client) =>
          tryAccesses(client, body, signal, { explains: true }),
        )
        return { ...result, copy_ms, ran_at: now().toISOString() }
      })

      mount(app, getPolicyExpectations, gates.project(needs.readWithSql), ({ project }) =>
        store.find(project.ref),
      )

      mount(app, savePolicyExpectations, writing, ({ project, body }) => store.save(project.ref, body, now()))
    },
  } satisfies SliceWithPort<{ checks: PolicyChecks }>
}
