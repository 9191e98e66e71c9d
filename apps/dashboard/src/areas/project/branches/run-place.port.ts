import type { Branch } from '@basalt/contract/branches/branches.schema.ts'

/** The place that a Run button names also without a tooltip. */
export const PRODUCTION = 'production'

/** Where SQL of a project runs, for the Run button: production is named as soon as there are other branches. */
export function runPlace(
  projectName: string,
  ref: string,
  branches: readonly Pick<Branch, 'project_ref' | 'is_default'>[] | undefined,
): string {
  const isProduction = branches?.some(({ project_ref, is_default }) => project_ref === ref && is_default)
  return isProduction && branches!.length > 1 ? PRODUCTION : projectName
}
