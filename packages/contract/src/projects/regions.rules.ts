/** Known regions with label and coordinates (`at` is [longitude, latitude]). An operator may use other codes. */
export const regions = {
  'us-west-1': { label: 'West US (North California)', at: [-121.96, 37.35] },
  'us-east-1': { label: 'East US (North Virginia)', at: [-78.45, 38.13] },
  'us-east-2': { label: 'East US (Ohio)', at: [-83, 39.96] },
  'ca-central-1': { label: 'Canada (Central)', at: [-73.6, 45.5] },
  'eu-west-1': { label: 'West EU (Ireland)', at: [-8, 53] },
  'eu-west-2': { label: 'West Europe (London)', at: [-0.1, 51] },
  'eu-west-3': { label: 'West EU (Paris)', at: [2.35, 48.86] },
  'eu-central-1': { label: 'Central EU (Frankfurt)', at: [8, 50] },
  'eu-central-2': { label: 'Central Europe (Zurich)', at: [8.54, 47.45] },
  'eu-north-1': { label: 'North EU (Stockholm)', at: [17.91, 59.65] },
  'ap-south-1': { label: 'South Asia (Mumbai)', at: [72.88, 19.08] },
  'ap-southeast-1': { label: 'Southeast Asia (Singapore)', at: [103.8, 1.37] },
  'ap-northeast-1': { label: 'Northeast Asia (Tokyo)', at: [139.42, 35.41] },
  'ap-northeast-2': { label: 'Northeast Asia (Seoul)', at: [126.98, 37.56] },
  'ap-southeast-2': { label: 'Oceania (Sydney)', at: [151.2, -33.86] },
  'sa-east-1': { label: 'South America (São Paulo)', at: [-46.38, -23.34] },
} as const satisfies Record<string, { label: string; at: readonly [number, number] }>

export type RegionCode = keyof typeof regions
export const regionCodes = Object.keys(regions) as [RegionCode, ...RegionCode[]]

/** The default region, when the operator has not configured one. */
export const LOCAL_REGION = 'local'
export const LOCAL_REGION_LABEL = 'This machine'

/** Characters of a region's code. */
export const REGION_MAX = 64
