import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { MetricId } from '@basalt/contract/usage/usage.rules.ts'

/** Measures a project without waking it. Resolves to the metrics it could measure, in whole units of each. */
export type Gauge = (
  project: Pick<Project, 'ref' | 'organization_slug' | 'status'>,
) => Promise<Partial<Record<MetricId, number>>>
