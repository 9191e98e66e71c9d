import { LOCAL_REGION, LOCAL_REGION_LABEL, regions } from '@basalt/contract/projects/regions.rules.ts'

const labels: Record<string, { label: string } | undefined> = {
  ...regions,
  [LOCAL_REGION]: { label: LOCAL_REGION_LABEL },
}

/** A region's display name; a name chosen by the operator stays as it is. */
export const regionLabel = (code: string) => labels[code]?.label ?? code
