/**
 * Settings of a transaction that reads these lists. Each of their objects takes some look-ups by index. With statistics
 * from before a catalog grew, PostgreSQL takes it for so small that it reads it whole for every object.
 */
export const LOOK_UPS_BY_INDEX = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
} as const
