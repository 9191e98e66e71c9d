import { regions } from '@basalt/contract/projects/regions.rules.ts'

const labels: Record<string, { label: string } | undefined> = regions

/** A region's name for people; the code itself when this page does not know it. */
export const regionLabel = (code: string) => labels[code]?.label ?? code
