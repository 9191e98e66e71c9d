import { READ_LAG_SECONDS } from '@basalt/contract/replicas/replica-lag.rules.ts'
import type { ReplicaLags } from './replica-lags.ts'
import type { ReadDatabase } from './replicas.port.ts'

/** Chooses the databases that answer reads: replicas in turn, as long as they are recent enough. */
export function readDatabases(lags: ReplicaLags, now: () => Date) {
  let turn = 0
  return {
    /**
     * A database for reads that may be `maxLagSeconds` old: a healthy replica that is not further behind, otherwise the
     * primary, with the reason.
     */
    async choose(ref: string, maxLagSeconds: number = READ_LAG_SECONDS): Promise<ReadDatabase> {
      const { at, replicas } = await lags.of(ref)
      const age = (now().getTime() - at) / 1000
      const healthy = replicas.filter(
        ({ status, state }) => status === 'ACTIVE_HEALTHY' && state?.isFollowing,
      )
      const recent = healthy.filter(({ state }) => state?.lag && state.lag.seconds + age <= maxLagSeconds)
      if (recent.length > 0) {
        turn = (turn + 1) % Number.MAX_SAFE_INTEGER
        return { identifier: recent[turn % recent.length]!.identifier, isReplica: true }
      }
      return {
        identifier: ref,
        isReplica: false,
        reason:
          replicas.length === 0
            ? 'no-replica'
            : healthy.length === 0
              ? 'no-healthy-replica'
              : 'replicas-behind',
      }
    },
  }
}
