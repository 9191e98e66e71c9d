import type { ObjectAddress } from './objects.store.ts'

/** Bucket and key as they stand in an address: each part encoded, the slashes kept. */
export const pathInUrl = ({ bucket, name }: ObjectAddress) =>
  [bucket, ...name.split('/')].map(encodeURIComponent).join('/')
