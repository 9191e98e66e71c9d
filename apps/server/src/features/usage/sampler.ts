import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { dayOf } from '@basalt/contract/usage/period.rules.ts'
import type { MetricId } from '@basalt/contract/usage/usage.rules.ts'
import type { Gauge } from './usage.port.ts'
import type { MeteredProject, Sample, UsageStore } from './usage.store.ts'

export interface SampledProject extends MeteredProject {
  status: ProjectStatus
}

interface Deps {
  store: UsageStore
  /** The projects that have an instance. */
  projects(): Promise<SampledProject[]>
  gauges: readonly Gauge[]
  now: () => Date
  onError(error: unknown, ref: string): void
}

/** Reads every gauge of every project, one at a time, to keep the load low. */
export function usageSampler({ store, projects, gauges, now, onError }: Deps) {
  const readGauges = async (project: SampledProject): Promise<Sample[]> => {
    const { ref, organization_slug } = project
    const samples: Sample[] = []
    for (const gauge of gauges)
      try {
        const day = dayOf(now())
        for (const [metric, value] of Object.entries(await gauge(project)))
          samples.push({ ref, organization_slug, metric: metric as MetricId, day, value })
      } catch (error) {
        onError(error, ref)
      }
    return samples
  }

  return {
    async sample(project: SampledProject) {
      await store.add(await readGauges(project))
    },

    async sampleAll() {
      for (const project of await projects()) await store.add(await readGauges(project))
    },
  }
}
