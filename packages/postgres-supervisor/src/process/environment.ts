/**
 * The environment of every process we start. Our own may hold secrets and PG* variables, so none of it is
 * passed on; English messages let failures be recognised.
 */
export const isolatedEnvironment = (): NodeJS.ProcessEnv => ({
  LC_ALL: 'C',
  TZ: 'UTC',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
})
