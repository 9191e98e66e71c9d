import type { ReplicaStep } from '@basalt/contract/replicas/replicas.rules.ts'
import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'

type Estimates = NonNullable<DatabaseState['replicaInitializationStatus']>['estimations']

/** When a replica reached each step of its set-up, ISO 8601. */
interface SetUp {
  reached: Partial<Record<string, string>>
}

/** How long the next set-up of a replica probably takes: as long as the newest of these that got that far, in seconds. */
export function setUpEstimates(setUps: readonly SetUp[]): Estimates {
  const newest = (from: ReplicaStep, to: ReplicaStep): number | null => {
    const [last] = setUps
      .flatMap(({ reached }) => {
        const [began, ended] = [reached[from], reached[to]]
        return began === undefined || ended === undefined
          ? []
          : [{ ended: Date.parse(ended), seconds: (Date.parse(ended) - Date.parse(began)) / 1000 }]
      })
      .toSorted((a, b) => b.ended - a.ended)
    return last ? Math.max(0, last.seconds) : null
  }
  return {
    baseBackupDownloadEstimateSeconds: newest('initiated', 'downloaded'),
    walArchiveReplayEstimateSeconds: newest('downloaded', 'replayed'),
  }
}
