/**
 * The environment of every child process. This program's own is not passed on, because it may contain secrets and PG*
 * variables. English messages allow failures to be recognised.
 */
export const isolatedEnvironment = (): NodeJS.ProcessEnv => ({
  LC_ALL: 'C',
  TZ: 'UTC',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
})
