import { LOCAL_REGION, LOCAL_REGION_LABEL, regions } from '@basalt/contract/projects/regions.rules.ts'

const labels: Record<string, { label: string } | undefined> = {
  ...regions,
  [LOCAL_REGION]: { label: LOCAL_REGION_LABEL },
}

/** A region's name for people; the name itself when the operator has given one of their own. */
export const regionLabel = (code: string) => labels[code]?.label ?? code
